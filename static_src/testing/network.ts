import type { ApiResponse } from "../api/types";
import { mapProfileTexts } from "../features/network/profile-fields";

/** Bergmann in GET /api/organisation/{id}, for a buyer with the level Preferred. */
export function anOrganisation(changes: Record<string, unknown> = {}) {
  return {
    id: 8,
    name: "Bergmann Präzision GmbH",
    status: "CONFIRMED",
    isTestOrganisation: false,
    logoUrl: null,
    briefDescription: "Five-axis machining.",
    address: {
      line1: "Motorstraße 12",
      line2: null,
      city: "Stuttgart",
      region: null,
      zipcode: "70499",
      country: "DEU",
      countryName: "Germany",
    },
    externalRef: null,
    tags: [{ id: 1, name: "machining" }],
    descriptionHtml: "<p>Family company.</p>",
    ...mapProfileTexts(() => null),
    relationship: aRelationship(),
    users: [aContact()],
    logo: null,
    ownershipType: null,
    preferredCurrency: null,
    timeZone: null,
    awardNeedsApproval: false,
    roles: [],
    authorities: [],
    custom: null,
    documents: { rows: [], total: 0 },
    merged: null,
    mayMessage: true,
    mayAddUser: false,
    isOwn: false,
    isCustomer: false,
    ...changes,
  };
}

export function aRelationship(
  changes: Partial<ApiResponse<"Relationship">> = {},
): ApiResponse<"Relationship"> {
  return {
    id: 3,
    level: "Preferred",
    notes: "<p>On time since March.</p>",
    message: null,
    owner: null,
    externalRef: null,
    tags: [{ id: 1, name: "machining" }],
    withOrganisation: { id: 8, name: "Bergmann Präzision GmbH" },
    ...changes,
  };
}

export function aContact(changes: Partial<ApiResponse<"Contact">> = {}): ApiResponse<"Contact"> {
  return {
    id: 27,
    name: "Jana Bergmann",
    initials: "JB",
    colour: "blue",
    picUrl: null,
    jobTitle: "Quality manager",
    status: "ACTIVE",
    email: "jana@bergmann.example",
    phone: null,
    mobile: null,
    role: "Super User",
    ...changes,
  };
}

/** Return the first page of a list, as in the props of a page. */
export function firstPage<T>(rows: T[], total = rows.length) {
  return {
    rows,
    pagination: { total, capped: false, page: 1, pageSize: 16, nextCursor: null },
  };
}
