import type { AnswerImport, ImportItem, ImportOutcome } from "../features/rfx/workbook/types";

/** Create a row of a filled workbook. */
export function itemOf(
  key: string | null,
  outcome: ImportOutcome,
  changes: Partial<ImportItem> = {},
): ImportItem {
  return {
    key,
    formTitle: "Form 1",
    section: "Company",
    number: "1",
    label: key ?? "Not a question here",
    type: "TEXT",
    outcome,
    here: null,
    file: null,
    fileText: "",
    sentence: "",
    cell: "Form 1, D7",
    matchedText: null,
    similarity: null,
    hereAuthor: "",
    hereUpdated: null,
    appliedState: null,
    ...changes,
  };
}

/** Create a workbook that was read and can be taken over. */
export function importOf(changes: Partial<AnswerImport> = {}): AnswerImport {
  const counts = { NEW: 0, CHANGED: 0, SAME: 0, EMPTY: 0, INVALID: 0, CONFLICT: 0, UNKNOWN: 0, PROPOSED: 0 };
  for (const { outcome } of changes.items ?? []) counts[outcome] += 1;
  return {
    id: 5,
    kind: "OWN",
    state: "READY",
    progress: 100,
    filename: "answers.xlsx",
    created: "2026-11-20T14:00:00Z",
    applied: null,
    error: null,
    warnings: [],
    mapping: null,
    sheets: [],
    counts,
    items: [],
    ...changes,
  };
}
