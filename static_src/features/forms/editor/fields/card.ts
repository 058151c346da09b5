import { conditionsOf, type FieldAttrs, isAnyEnough } from "../../../../domain/questionnaire/rules/types";
import type { IconName } from "../../../../ui/icons";
import { choiceTypes, fieldKind } from "./field-types";

/** Content of a field's card in the editor, the same in the HTML of the server and in the DOM of the editor. */
export interface FieldCard {
  icon: IconName;
  kind: string;
  name: string;
  label: string;
  required: boolean;
  hint: string;
  /** Look of the control: a box or area with `texts`, a list for single or multiple choice, or table columns. */
  look: "box" | "area" | "choices" | "checks" | "columns";
  texts: readonly string[];
  /** Unit after the answer, at the end of its box. */
  unit: string;
  /** Short notes about other settings. */
  notes: readonly string[];
}

const looks: Readonly<Record<string, FieldCard["look"]>> = {
  YESNO: "choices",
  SINGLE_CHOICE: "choices",
  MULTI_CHOICE: "checks",
  TABLE: "columns",
  TEXTAREA: "area",
  FORMSIGNATURE: "area",
};
const maxChoices = 6;
const boxTexts: Readonly<Record<string, string>> = {
  DATE: "dd/mm/yyyy",
  COUNTRY: "Choose a country",
  CURRENCY_AMOUNT: "Currency and amount",
  EMAIL: "name@example.com",
  URL: "https://",
  FILE: "Upload files",
  FORMSIGNATURE: "Sign here",
};

export function fieldCard(attrs: FieldAttrs): FieldCard {
  const type = attrs.type ?? "TEXT";
  const { label, icon } = fieldKind(type);
  return {
    icon,
    kind: label,
    name: attrs.name ?? "",
    label: attrs.label ?? "",
    required: attrs.required ?? false,
    hint: attrs.hint ?? "",
    look: looks[type] ?? "box",
    texts: textsOf(attrs),
    unit: unitOf(attrs),
    notes: notesOf(attrs),
  };
}

function textsOf({ type = "TEXT", options = [], columns = [], prefix }: FieldAttrs): string[] {
  if (type === "YESNO") return ["Yes", "No"];
  if (type === "TABLE") return columns.map(({ label, name }) => label || name || "");
  if (choiceTypes.has(type)) {
    const labels = options.map(({ label, value }) => label || value || "");
    const more = labels.length - maxChoices;
    return more > 1 ? [...labels.slice(0, maxChoices), `and ${more} more`] : labels;
  }
  return [prefix, boxTexts[type]].filter((text): text is string => !!text);
}

function unitOf({ type = "TEXT", suffix = "" }: FieldAttrs): string {
  return type === "YESNO" || type === "TABLE" || choiceTypes.has(type) ? "" : suffix;
}

function notesOf(attrs: FieldAttrs): string[] {
  const { writableBy, scoring, questionId } = attrs;
  const notes: string[] = [];
  const names = [...new Set(conditionsOf(attrs).map(({ field }) => field))];
  if (names.length > 0) notes.push(`Shown depending on ${names.join(isAnyEnough(attrs) ? " or " : " and ")}`);
  if (writableBy === "REQUESTER") notes.push("Filled in by the requester");
  if (writableBy === "BOTH") notes.push("Filled in by both");
  if (scoring?.length) notes.push("Scored");
  if (questionId) notes.push("From the library");
  return notes;
}
