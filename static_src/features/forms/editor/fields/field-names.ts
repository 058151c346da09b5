import type { FieldAttrs, FieldType } from "../../../../domain/questionnaire/rules/types";
import { fieldKind } from "./field-types";

const longestName = 64;
/** Letters that are no marked form of another one. */
const latin: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
};

/** Why `name` cannot name a field (product decisions, Questions and forms), as a sentence; null when it can. */
export function nameFault(name: string, taken: ReadonlySet<string>): string | null {
  if (!name) return "A field needs a name.";
  if (name.startsWith("__")) return "Names may not start with two underscores: those are reserved.";
  if (!/^[A-Za-z0-9_]+$/.test(name)) return "Use only letters (A to Z), digits and underscores.";
  if (name.length > longestName) return `Use at most ${longestName} characters.`;
  return taken.has(name) ? `Another field is named '${name}'.` : null;
}

/** A name made from words: "Net turnover (EUR)" gives net_turnover_eur; "" where no letter is in them. */
export function nameFromWords(words: string): string {
  return words
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[ßæœøłđðþ]/g, (letter) => latin[letter] ?? letter)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 40)
    .replace(/_+$/, "");
}

/** `wanted`, or with the first number at its end that makes it free. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = nameFault(wanted, new Set()) === null ? wanted : "field";
  if (!taken.has(base)) return base;
  const stem = base.replace(/_\d{1,4}$/, "").slice(0, longestName - 5) || "field";
  let number = 2;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** A name for a new field of a type: text_1, text_2. */
export function nameForType(type: FieldType, taken: ReadonlySet<string>): string {
  const stem = type.toLowerCase();
  let number = 1;
  while (taken.has(`${stem}_${number}`)) number += 1;
  return `${stem}_${number}`;
}

/** Whether a name was given by `nameForType` and never by a person, so that a better one may replace it. */
export function isGivenName(name: string, type: FieldType): boolean {
  return new RegExp(`^${type.toLowerCase()}_\\d+$`).test(name);
}

/** An identifier that no other field has. */
export function newFid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The attributes of a new field. */
export function newField(type: FieldType, taken: ReadonlySet<string>): FieldAttrs {
  const kind = fieldKind(type);
  return { fid: newFid(), name: nameForType(type, taken), type, label: kind.label, ...kind.start };
}
