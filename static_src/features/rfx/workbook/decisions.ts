import { formatCount } from "../../../lib/text/numbers";
import type { Tone } from "../../../ui/badge";
import type { IconName } from "../../../ui/icons";
import type { AnswerImport, ImportItem, ImportOutcome } from "./types";
import type { Decided } from "./workbook-calls";

/** The outcomes in the order of the list: first what needs a decision, last what changes nothing. */
export const outcomes: Readonly<Record<ImportOutcome, { label: string; tone: Tone; icon: IconName }>> = {
  CONFLICT: { label: "Changed here meanwhile", tone: "wait", icon: "warning" },
  PROPOSED: { label: "Proposed", tone: "wait", icon: "questions" },
  INVALID: { label: "Not valid", tone: "bad", icon: "error" },
  UNKNOWN: { label: "Unknown", tone: "bad", icon: "none" },
  CHANGED: { label: "Changed", tone: "info", icon: "edit" },
  NEW: { label: "New", tone: "ok", icon: "add" },
  EMPTY: { label: "Empty", tone: "none", icon: "new" },
  SAME: { label: "Same", tone: "none", icon: "check" },
};
const order = Object.keys(outcomes) as ImportOutcome[];

/** A row of the list, with its position in the file as its id: an unknown question has no key. */
export type ChangeRow = ImportItem & { id: number };

/** The choices of the viewer: the keys whose answers are taken from the file, and what an empty cell does. */
export type Decisions = { taken: readonly string[]; clearsEmpty: boolean };

export function rowsOf({ items }: AnswerImport): ChangeRow[] {
  return items
    .map((item, id) => ({ ...item, id }))
    .sort((one, other) => order.indexOf(one.outcome) - order.indexOf(other.outcome) || one.id - other.id);
}

/** Take new and changed answers; leave what changed here meanwhile, and what only resembles a question. */
export function firstDecisions(rows: readonly ChangeRow[]): Decisions {
  return { taken: keysOf(rows, "NEW", "CHANGED"), clearsEmpty: false };
}

export function keysOf(rows: readonly ChangeRow[], ...wanted: readonly ImportOutcome[]): string[] {
  return rows.flatMap(({ key, outcome }) => (key !== null && wanted.includes(outcome) ? [key] : []));
}

/** Tick or untick the answers of some questions. */
export function withTaken(decisions: Decisions, keys: readonly string[], isTaken: boolean): Decisions {
  const others = decisions.taken.filter((key) => !keys.includes(key));
  return { ...decisions, taken: isTaken ? [...others, ...keys] : others };
}

/** Return the questions with an answer here and an empty cell in the file. */
export function clearableKeys(rows: readonly ChangeRow[]): string[] {
  const answeredHere = rows.filter(({ here }) => here !== null && here !== undefined && here !== "");
  return keysOf(answeredHere, "EMPTY");
}

/** Return the body of the request that applies the decisions. */
export function decidedOf(rows: readonly ChangeRow[], { taken, clearsEmpty }: Decisions): Decided {
  const isTaken = new Set(taken);
  const theirs = keysOf(rows, "CONFLICT").filter((key) => isTaken.has(key));
  const others = keysOf(rows, "NEW", "CHANGED", "PROPOSED").filter((key) => isTaken.has(key));
  const cleared = clearsEmpty ? clearableKeys(rows) : [];
  return { keys: [...others, ...theirs, ...cleared], theirs, clearEmpty: clearsEmpty };
}

/** Return the number of answers that were taken over, and the keys of the questions that are left for the viewer. */
export function resultOf({ items }: AnswerImport): { applied: number; left: string[] } {
  const left = items.flatMap(({ key, outcome, appliedState }) => {
    const isRefused = appliedState === "REFUSED" || appliedState === "CONFLICT";
    return key !== null && (outcome === "INVALID" || isRefused) ? [key] : [];
  });
  return { applied: items.filter(({ appliedState }) => appliedState === "APPLIED").length, left };
}

/** The label of the button that applies the decisions. */
export function applyLabel({ keys }: Decided, cleared: number): string {
  const taken = keys.length - cleared;
  if (keys.length === 0) return "Take over";
  if (taken === 0) return `Clear ${formatCount(cleared, "answer")}`;
  return cleared === 0
    ? `Take over ${formatCount(taken, "answer")}`
    : `Take over ${formatCount(taken, "answer")} and clear ${String(cleared)}`;
}

/** The toast after the decisions were applied. */
export function resultText(applied: number, left: number): string {
  const rest = left === 0 ? "" : left === 1 ? " 1 is left for you." : ` ${left} are left for you.`;
  return `${formatCount(applied, "answer")} taken over.${rest}`;
}
