import { ncrSeverities, ncrTypes } from "../../domain/ncr/ncr";
import { printDay } from "../../lib/text/days";
import { dispositions } from "./dispositions";
import { draftOf, type NcrDraft } from "./draft";
import type { Ncr } from "./types";
import { assignedTo } from "./view-modal";

/** A field that both users changed, with the other user's value; the user decides. */
export type Differing = { label: string; theirs: string };

/** Groups of fields that change together, with their label and the text of the saved value. */
const fieldGroups: readonly {
  names: readonly (keyof NcrDraft)[];
  label: string;
  text: (ncr: Ncr) => string;
}[] = [
  {
    names: ["supplierRelationshipId"],
    label: "Supplier",
    text: (ncr) => ncr.supplierRelationship.withOrganisation.name,
  },
  { names: ["eventDate"], label: "Event date", text: (ncr) => printDay(ncr.eventDate) },
  { names: ["accountName"], label: "Account name", text: (ncr) => ncr.accountName },
  { names: ["type"], label: "Type", text: (ncr) => ncrTypes[ncr.type] },
  { names: ["severity"], label: "Severity", text: (ncr) => ncrSeverities[ncr.severity].label },
  { names: ["title"], label: "Summary", text: (ncr) => ncr.title },
  { names: ["description"], label: "Description", text: (ncr) => plainText(ncr.description ?? "") },
  { names: ["jobTitle"], label: "Job title", text: (ncr) => ncr.jobTitle ?? "" },
  { names: ["jobRef"], label: "Job ref", text: (ncr) => ncr.jobRef ?? "" },
  { names: ["createdById"], label: "Reported by", text: (ncr) => ncr.createdBy.name },
  { names: ["reportedByName"], label: "On behalf of", text: (ncr) => ncr.reportedByName ?? "" },
  {
    names: ["assignedToOrganisationId", "assignedToUserId"],
    label: "Assigned to",
    text: (ncr) => assignedTo(ncr.userTask),
  },
  {
    names: ["attachmentIds"],
    label: "Attachments",
    text: (ncr) => ncr.userTask.attachments.map(({ filename }) => filename).join(", "),
  },
  { names: ["due"], label: "Due", text: (ncr) => (ncr.due ? printDay(ncr.due) : "") },
  { names: ["partNumber"], label: "Part number", text: (ncr) => ncr.partNumber ?? "" },
  { names: ["batch"], label: "Batch", text: (ncr) => ncr.batch ?? "" },
  { names: ["orderRef"], label: "Order", text: (ncr) => ncr.orderRef ?? "" },
  { names: ["quantityDelivered"], label: "Delivered", text: (ncr) => String(ncr.quantityDelivered ?? "") },
  { names: ["quantityChecked"], label: "Checked", text: (ncr) => String(ncr.quantityChecked ?? "") },
  { names: ["quantityDefective"], label: "Defective", text: (ncr) => String(ncr.quantityDefective ?? "") },
  { names: ["defectCodeId"], label: "Defect code", text: (ncr) => ncr.defectCode?.name ?? "" },
  {
    names: ["cost", "currency"],
    label: "Cost",
    text: ({ internal }) => [internal?.cost, internal?.currency].filter(Boolean).join(" "),
  },
  {
    names: ["disposition"],
    label: "Disposition",
    text: ({ internal }) => (internal?.disposition ? dispositions[internal.disposition] : ""),
  },
  { names: ["internalNote"], label: "Own note", text: ({ internal }) => internal?.note ?? "" },
];

/**
 * Rebase a draft from `base` onto the saved version `now`: changes of the other user are applied, the user's changes
 * stay, and fields that both changed are reported in `differing`.
 */
export function rebased(
  mine: NcrDraft,
  base: Ncr,
  now: Ncr,
): { draft: NcrDraft; differing: readonly Differing[] } {
  const before = draftOf(base);
  const theirs = draftOf(now);
  const draft = { ...mine };
  const differing: Differing[] = [];
  for (const { names, label, text } of fieldGroups) {
    if (isSame(theirs, before, names) || isSame(theirs, mine, names)) continue;
    if (isSame(mine, before, names)) for (const name of names) copyField(draft, theirs, name);
    else differing.push({ label, theirs: text(now) });
  }
  return { draft, differing };
}

function copyField<N extends keyof NcrDraft>(draft: NcrDraft, from: NcrDraft, name: N): void {
  draft[name] = from[name];
}

function isSame(one: NcrDraft, other: NcrDraft, names: readonly (keyof NcrDraft)[]): boolean {
  return names.every((name) => comparable(one[name]) === comparable(other[name]));
}

/** Convert a value for comparison: options to their value, files to their ids. */
function comparable(value: NcrDraft[keyof NcrDraft]): string {
  if (Array.isArray(value)) return value.map(({ id }) => id).join();
  if (value !== null && typeof value === "object" && "value" in value) return String(value.value);
  return String(value ?? "");
}

function plainText(html: string): string {
  return (new DOMParser().parseFromString(html, "text/html").body.textContent ?? "").trim();
}
