import type { ApiBody } from "../../api/types";
import type { Uploaded } from "../../api/upload";
import type { NcrSeverity, NcrType } from "../../domain/ncr/ncr";
import type { Faults, useFormFields } from "../../lib/state/use-form-fields";
import { dayOf, parseDay, printDay } from "../../lib/text/days";
import { isBlankHtml } from "../../ui/rich-editor";
import type { SupplierOption } from "./calls";
import type { NcrDisposition } from "./dispositions";
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
  partNumber: string;
  batch: string;
  orderRef: string;
  /** As typed, which may not be numbers yet. */
  quantityDelivered: string;
  quantityChecked: string;
  quantityDefective: string;
  defectCodeId: string;
  cost: string;
  currency: string;
  disposition: NcrDisposition | "";
  internalNote: string;
};

export type NcrForm = ReturnType<typeof useFormFields<NcrDraft>>;

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
    partNumber: "",
    batch: "",
    orderRef: "",
    quantityDelivered: "",
    quantityChecked: "",
    quantityDefective: "",
    defectCodeId: "",
    cost: "",
    currency: "",
    disposition: "",
    internalNote: "",
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
    partNumber: ncr.partNumber ?? "",
    batch: ncr.batch ?? "",
    orderRef: ncr.orderRef ?? "",
    quantityDelivered: textOf(ncr.quantityDelivered),
    quantityChecked: textOf(ncr.quantityChecked),
    quantityDefective: textOf(ncr.quantityDefective),
    defectCodeId: textOf(ncr.defectCode?.id),
    cost: ncr.internal?.cost ?? "",
    currency: ncr.internal?.currency ?? "",
    disposition: ncr.internal?.disposition ?? "",
    internalNote: ncr.internal?.note ?? "",
  };
}

const textOf = (value: number | null | undefined) => String(value ?? "");

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
    ...quantityFaults(draft),
    ...costFaults(draft),
  };
}

const maxQuantity = 1_000_000_000;
const amount = /^\d{1,10}([.,]\d{1,2})?$/;

type Quantities = Pick<NcrDraft, "quantityDelivered" | "quantityChecked" | "quantityDefective">;

/** Check that the quantities are numbers and that no part is more than its whole, with the sentences of the server. */
function quantityFaults(draft: Quantities): Faults<Quantities> {
  const faults: Faults<Quantities> = {};
  for (const name of ["quantityDelivered", "quantityChecked", "quantityDefective"] as const) {
    const typed = draft[name].trim();
    if (typed && !(/^\d+$/.test(typed) && Number(typed) <= maxQuantity)) {
      faults[name] = "Enter a whole number from 0 to 1,000,000,000.";
    }
  }
  if (Object.keys(faults).length > 0) return faults;
  const delivered = numberOrNull(draft.quantityDelivered);
  const checked = numberOrNull(draft.quantityChecked);
  const defective = numberOrNull(draft.quantityDefective);
  if (checked !== null && delivered !== null && checked > delivered) {
    return { quantityChecked: `Checked ${checked} is more than delivered ${delivered}.` };
  }
  const [whole, name] = checked === null ? [delivered, "delivered"] : [checked, "checked"];
  if (defective !== null && whole !== null && defective > whole) {
    return { quantityDefective: `Defective ${defective} is more than ${name} ${whole}.` };
  }
  return {};
}

function costFaults({ cost, currency }: NcrDraft): Faults<NcrDraft> {
  if (!cost.trim()) return {};
  if (!amount.test(cost.trim())) return { cost: "Enter an amount, such as 1250.00." };
  return currency ? {} : { currency: "Choose a currency from the list." };
}

const numberOrNull = (text: string) => (text.trim() ? Number(text) : null);

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
    partNumber: textOrNull(draft.partNumber),
    batch: textOrNull(draft.batch),
    orderRef: textOrNull(draft.orderRef),
    quantityDelivered: numberOrNull(draft.quantityDelivered),
    quantityChecked: numberOrNull(draft.quantityChecked),
    quantityDefective: numberOrNull(draft.quantityDefective),
    defectCodeId: numberOrNull(draft.defectCodeId),
    cost: textOrNull(draft.cost.replace(",", ".")),
    // Without a cost the currency has no meaning.
    currency: draft.cost.trim() ? textOrNull(draft.currency) : null,
    disposition: draft.disposition || null,
    internalNote: textOrNull(draft.internalNote),
  };
}
