import type { ApiBody } from "../../api/types";
import type { Uploaded } from "../../api/upload";
import type { NcrSeverity, NcrType } from "../../domain/ncr/ncr";
import type { Faults } from "../../lib/state/use-form-fields";
import { dayOf, parseDay, printDay } from "../../lib/text/days";
import { isBlankHtml } from "../../ui/rich-editor";
import type { SupplierOption } from "./calls";
import type { KnownSupplier, Ncr } from "./types";

/** Earliest event date (specification, section 9). */
export const minDay = "2000-01-01";

/** Values of the form, with the field names of the API. */
export type NcrDraft = {
  supplierRelationshipId: SupplierOption | null;
  /** As typed, which may not be a date yet. */
  eventDate: string;
  accountName: string;
  type: NcrType;
  severity: NcrSeverity;
  jobTitle: string;
  jobRef: string;
  createdById: string;
  reportedByName: string;
  assignedToOrganisationId: string;
  assignedToUserId: string;
  title: string;
  description: string;
  /** The due day as typed; empty for none. */
  due: string;
  attachmentIds: readonly Uploaded[];
};

/** Create an empty draft: dated today, reported by the user, with the supplier if the caller passes one. */
export function newDraft(userId: number, supplier: KnownSupplier | null): NcrDraft {
  return {
    supplierRelationshipId: supplier ? { value: supplier.relationshipId, label: supplier.name } : null,
    eventDate: printDay(dayOf(new Date())),
    accountName: "",
    type: "QUALITY",
    severity: "MINOR",
    jobTitle: "",
    jobRef: "",
    createdById: String(userId),
    reportedByName: "",
    assignedToOrganisationId: "",
    assignedToUserId: "",
    title: "",
    description: "",
    due: "",
    attachmentIds: [],
  };
}

/** Create a draft from a saved record; the record itself stays unchanged. */
export function draftOf(ncr: Ncr): NcrDraft {
  const { supplierRelationship, userTask } = ncr;
  return {
    supplierRelationshipId: {
      value: supplierRelationship.id,
      label: supplierRelationship.withOrganisation.name,
    },
    eventDate: printDay(ncr.eventDate),
    accountName: ncr.accountName,
    type: ncr.type,
    severity: ncr.severity,
    jobTitle: ncr.jobTitle ?? "",
    jobRef: ncr.jobRef ?? "",
    createdById: String(ncr.createdBy.id),
    reportedByName: ncr.reportedByName ?? "",
    assignedToOrganisationId: String(userTask.assignedToOrganisation.id),
    assignedToUserId: userTask.assignedToUser ? String(userTask.assignedToUser.id) : "",
    title: ncr.title,
    description: ncr.description ?? "",
    due: ncr.due ? printDay(ncr.due) : "",
    attachmentIds: userTask.attachments,
  };
}

/** Validate the draft, with the texts of the specification (section 5, NCR). */
export function draftFaults(draft: NcrDraft): Faults<NcrDraft> {
  const day = parseDay(draft.eventDate);
  return {
    supplierRelationshipId: draft.supplierRelationshipId ? undefined : "A supplier must be selected.",
    eventDate: day ? dayFault(day) : "A valid date is required.",
    accountName: draft.accountName.trim() ? undefined : "An 'Account Name' is required.",
    createdById: draft.createdById ? undefined : "Choose who reports it.",
    title: draft.title.trim() ? undefined : "A summary is required.",
    due: draft.due.trim() && !parseDay(draft.due) ? "A valid date is required." : undefined,
  };
}

function dayFault(day: string): string | undefined {
  if (day < minDay) return "The date must not be before 01/01/2000.";
  return day > dayOf(new Date()) ? "The date must not be in the future." : undefined;
}

/** Return true if both drafts have the same request body. */
export function isSameDraft(one: NcrDraft, other: NcrDraft): boolean {
  return JSON.stringify(payloadOf(one)) === JSON.stringify(payloadOf(other));
}

/** Build the body of POST and PUT for a valid draft. */
export function payloadOf(draft: NcrDraft): ApiBody<"NcrSave"> {
  const numberOrNull = (text: string) => (text ? Number(text) : null);
  const textOrNull = (text: string) => text.trim() || null;
  return {
    // Both are present in valid drafts; invalid drafts are compared but never sent.
    supplierRelationshipId: draft.supplierRelationshipId?.value as number,
    eventDate: parseDay(draft.eventDate) as string,
    accountName: draft.accountName.trim(),
    type: draft.type,
    severity: draft.severity,
    jobTitle: textOrNull(draft.jobTitle),
    jobRef: textOrNull(draft.jobRef),
    createdById: numberOrNull(draft.createdById),
    reportedByName: textOrNull(draft.reportedByName),
    assignedToOrganisationId: numberOrNull(draft.assignedToOrganisationId),
    assignedToUserId: numberOrNull(draft.assignedToUserId),
    title: draft.title.trim(),
    description: isBlankHtml(draft.description) ? null : draft.description,
    due: parseDay(draft.due),
    attachmentIds: draft.attachmentIds.map(({ id }) => id),
  };
}
