import type { FieldAttrs, FieldType } from "../../../../domain/questionnaire/rules/types";
import { fieldKind } from "./field-types";

const maxNameLength = 64;
/** Letters that Unicode normalisation does not decompose. */
const latinLetters: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
};

/** Return the error of a field name (product decisions, Questions and forms) as a sentence; null if it is valid. */
export function nameFault(name: string, taken: ReadonlySet<string>): string | null {
  if (!name) return "A field needs a name.";
  if (name.startsWith("__")) return "Names may not start with two underscores: those are reserved.";
  if (!/^[A-Za-z0-9_]+$/.test(name)) return "Use only letters (A to Z), digits and underscores.";
  if (name.length > maxNameLength) return `Use at most ${maxNameLength} characters.`;
  return taken.has(name) ? `Another field is named '${name}'.` : null;
}

/** Derive a name from words: "Net turnover (EUR)" becomes net_turnover_eur; "" if they have no letter or digit. */
export function nameFromWords(words: string): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => latinLetters[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}

/** Return `name`, with the first free number at its end if it is taken; "field" replaces an invalid name. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = nameFault(name, new Set()) === null ? name : "field";
  if (!taken.has(base)) return base;
  const stem = base.replace(/_\d{1,4}$/, "").slice(0, maxNameLength - 5) || "field";
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** Return a free name for a new field of a type: text_1, text_2. */
function nameForType(type: FieldType, taken: ReadonlySet<string>): string {
  const stem = type.toLowerCase();
  let number = 1;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** Return true if a name comes from `nameForType` and not from the user, so that a better one may replace it. */
export function isGeneratedName(name: string, type: FieldType): boolean {
  return new RegExp(`^${type.toLowerCase()}_\\d+$`).test(name);
}

/** Create a random field id (18 hex digits). */
export function newFid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the attributes of a new field. */
export function newField(type: FieldType, taken: ReadonlySet<string>): FieldAttrs {
  const kind = fieldKind(type);
  return { fid: newFid(), name: nameForType(type, taken), type, label: kind.label, ...kind.start };
}
