import type { ApiResponse } from "../api/types";

const noActions = { ask: false, submit: false, accept: false, reject: false, waive: false };
const person = {
  id: 27,
  name: "Jana Bergmann",
  initials: "JB",
  colour: "teal",
  picUrl: null,
} as unknown as ApiResponse<"Person">;

/** ISO 9001 as a shipped type. */
export function aType(changes: Partial<ApiResponse<"DocumentType">> = {}): ApiResponse<"DocumentType"> {
  return {
    id: 1,
    code: "ISO9001",
    name: "Quality management certificate",
    standard: "ISO 9001:2015",
    validity: "UNTIL_DATE",
    months: null,
    fields: ["NUMBER", "ISSUER"],
    remindDays: [90, 30],
    graceDays: 30,
    isShipped: true,
    isOwn: false,
    isUsed: false,
    archived: false,
    ...changes,
  };
}

/** A certificate of Bergmann, valid until 12 March 2029. */
export function aDocument(changes: Partial<ApiResponse<"Document">> = {}): ApiResponse<"Document"> {
  return {
    id: 40,
    type: aType(),
    number: "Q-12/2026",
    issuer: "TÜV Nord",
    scope: "Machining",
    sites: "",
    issuedOn: "2026-03-13",
    validUntil: "2029-03-12",
    amount: null,
    currency: null,
    attachment: {
      id: 71,
      filename: "iso-9001.pdf",
      size: 188_000,
      contentType: "application/pdf",
      created: "2026-11-19T08:00:00Z",
      thumbnailUrl: null,
      previewUrl: null,
      url: "/files/71",
    },
    created: "2026-11-19T08:00:00Z",
    createdBy: person,
    ...changes,
  };
}

/** A requirement of Meridian that Bergmann has sent a document for, as its reviewer gets it. */
export function aRequirement(changes: Partial<ApiResponse<"Requirement">> = {}): ApiResponse<"Requirement"> {
  return {
    id: 5,
    relationshipId: 3,
    buyer: { id: 1, name: "Meridian Surgical", logoUrl: null },
    supplier: { id: 8, name: "Bergmann Präzision GmbH", logoUrl: null },
    type: aType(),
    site: "",
    state: "RECEIVED",
    validUntil: null,
    document: aDocument(),
    askedOn: "2026-11-10",
    askedOf: null,
    askedBy: person,
    due: "2026-11-24",
    message: "",
    reviewedBy: null,
    reviewed: null,
    reason: "",
    waivedUntil: null,
    waiverReason: null,
    offers: [],
    actions: { ...noActions, accept: true, reject: true, waive: true },
    ...changes,
  };
}

/** A requirement without a document that the viewer may ask for. */
export function aMissing(changes: Partial<ApiResponse<"Requirement">> = {}): ApiResponse<"Requirement"> {
  return aRequirement({
    state: "MISSING",
    document: null,
    actions: { ...noActions, ask: true, waive: true },
    ...changes,
  });
}
