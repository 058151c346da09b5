import type { Uploaded } from "../../api/upload";
import type { Faults } from "../../lib/state/use-form-fields";
import { dayProblem, parseDay, printDay } from "../../lib/text/days";
import type { TypeBrief } from "./document-types";
import type { OwnDocument } from "./own-documents";

/** The entries of the upload dialog. The request has the same names, so that its errors find their fields. */
export type Values = {
  typeId: string;
  /** The uploaded file; empty without one. */
  attachmentId: readonly Uploaded[];
  number: string;
  issuer: string;
  scope: string;
  sites: string;
  /** The typed text of a day. */
  issuedOn: string;
  /** The typed text of a day. */
  validUntil: string;
  amount: string;
  currency: string | null;
  /** An end over 30 years away was confirmed. */
  isDateConfirmed: boolean;
  /** The new document replaces the earlier one. */
  replacesEarlier: boolean;
  /** The new document goes to the customers of the one that it replaces. */
  sendsToCustomers: boolean;
};

export const limits = { number: 100, issuer: 200, scope: 2_000, sites: 2_000, amount: 20 };

/** Return the initial entries: the details of an earlier document, but not its dates. */
export function initialValues(typeId: number | null, earlier: OwnDocument | null): Values {
  return {
    typeId: typeId === null ? "" : String(typeId),
    attachmentId: [],
    number: earlier?.number ?? "",
    issuer: earlier?.issuer ?? "",
    scope: earlier?.scope ?? "",
    sites: earlier?.sites ?? "",
    issuedOn: "",
    validUntil: "",
    amount: earlier?.amount == null ? "" : String(earlier.amount),
    currency: earlier?.currency ?? null,
    isDateConfirmed: false,
    replacesEarlier: earlier !== null,
    sendsToCustomers: true,
  };
}

/** Return the entries of a stored document, with its file and dates. */
export function storedValues(document: OwnDocument): Values {
  return {
    ...initialValues(document.type.id, document),
    attachmentId: document.attachment ? [document.attachment as Uploaded] : [],
    issuedOn: printDay(document.issuedOn),
    validUntil: printDay(document.validUntil),
    replacesEarlier: false,
  };
}

/** Parse a sum in whole units, with or without separators between groups of three digits; null if it is none. */
function parseSum(text: string): number | null {
  const typed = text.trim();
  if (!/^(\d+|\d{1,3}([ ,.'\u2019\u00a0\u202f]\d{3})+)$/.test(typed)) return null;
  const sum = Number(typed.replace(/\D/g, ""));
  return sum > 0 ? sum : null;
}

/** Return the errors of the entries for a type; the server finds the others. */
export function checkValues(values: Values, type: TypeBrief | null): Faults<Values> {
  const [issued, until] = [parseDay(values.issuedOn), parseDay(values.validUntil)];
  const asks = (field: TypeBrief["fields"][number]) => type?.fields.includes(field) ?? false;
  return {
    typeId: values.typeId ? undefined : "Choose the type of the document.",
    attachmentId: values.attachmentId.length > 0 ? undefined : "Add the file.",
    number: asks("NUMBER") && !values.number.trim() ? "Enter the number of the document." : undefined,
    issuer: asks("ISSUER") && !values.issuer.trim() ? "Enter who issued the document." : undefined,
    issuedOn: issuedProblem(values, type),
    validUntil:
      untilProblem(values, type) ??
      (issued && until && until < issued ? "The document can't end before it is issued." : undefined),
    amount:
      asks("SUM_INSURED") && parseSum(values.amount) === null
        ? "Enter the sum insured in whole units, such as 5,000,000."
        : undefined,
    currency: asks("SUM_INSURED") && !values.currency ? "Choose the currency of the sum insured." : undefined,
  };
}

function issuedProblem({ issuedOn, validUntil }: Values, type: TypeBrief | null): string | undefined {
  if (issuedOn.trim()) return dayProblem(issuedOn) ?? undefined;
  if (type?.validity !== "MONTHS" || validUntil.trim()) return undefined;
  return "Enter the day of issue.";
}

function untilProblem({ validUntil }: Values, type: TypeBrief | null): string | undefined {
  if (type?.validity === "ALWAYS") return undefined;
  if (validUntil.trim()) return dayProblem(validUntil) ?? undefined;
  return type?.validity === "UNTIL_DATE" ? "Enter the day until which the document is valid." : undefined;
}

/** Return the body of the request for a new document. */
export function bodyOf(values: Values, type: TypeBrief) {
  return {
    typeId: type.id,
    attachmentId: values.attachmentId[0]?.id ?? 0,
    ...detailsOf(values, type),
  };
}

/** Return the details for a request. Entries that the type does not ask for stay in the form, and are not sent. */
export function detailsOf(values: Values, type: TypeBrief) {
  const asks = (field: TypeBrief["fields"][number]) => type.fields.includes(field);
  return {
    number: asks("NUMBER") ? values.number.trim() : "",
    issuer: asks("ISSUER") ? values.issuer.trim() : "",
    scope: asks("SCOPE") ? values.scope.trim() : "",
    sites: asks("SITES") ? values.sites.trim() : "",
    issuedOn: parseDay(values.issuedOn),
    validUntil: type.validity === "ALWAYS" ? null : parseDay(values.validUntil),
    amount: asks("SUM_INSURED") ? parseSum(values.amount) : null,
    currency: asks("SUM_INSURED") ? values.currency : null,
    isDateConfirmed: values.isDateConfirmed,
  };
}
