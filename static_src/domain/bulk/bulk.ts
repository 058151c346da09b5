import type { ApiResponse } from "../../api/types";
import { groupDigits } from "../../lib/text/numbers";
import type { Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";

export type BulkJob = ApiResponse<"BulkJob">;
export type BulkRow = ApiResponse<"BulkRow">;
export type BulkPreview = ApiResponse<"BulkPreview">;
export type BulkOutcome = Exclude<BulkRow["outcome"], null>;

/** The selected rows: their ids, or everything that the filter of the list matches. */
export type BulkSelection = { ids: number[] } | { filter: object };

export const isOpen = ({ state }: BulkJob): boolean =>
  state === "QUEUED" || state === "RUNNING" || state === "UNDOING";

/** The number of rows that should have been changed or restored, but were not. */
export const troubles = ({ counts }: BulkJob): number => counts.failed + counts.gone + counts.notUndone;

/** Whole percent of the run or the undo. */
export function percentOf({ processed, toProcess, state }: BulkJob): number {
  if (state === "DONE" || state === "UNDONE") return 100;
  return toProcess === 0 ? 0 : Math.floor((100 * processed) / toProcess);
}

export const outcomes: Record<BulkOutcome, { label: string; tone: Tone; icon: IconName }> = {
  DONE: { label: "Done", tone: "ok", icon: "completed" },
  UNCHANGED: { label: "Unchanged", tone: "none", icon: "none" },
  FAILED: { label: "Failed", tone: "bad", icon: "declined" },
  GONE: { label: "No longer there", tone: "bad", icon: "declined" },
  UNDONE: { label: "Undone", tone: "none", icon: "undo" },
  NOT_UNDONE: { label: "Not undone", tone: "wait", icon: "warning" },
};

/** Return the end of a job or an undo as a sentence. */
export function resultText(job: BulkJob): string {
  const { counts, title, state } = job;
  const missed = troubles(job);
  const done = state === "UNDONE" ? counts.undone : counts.done;
  const all = `${groupDigits(done)} ${state === "UNDONE" ? "undone" : "done"}`;
  const rest = [
    counts.unchanged > 0 && state === "DONE" && `${groupDigits(counts.unchanged)} unchanged`,
    missed > 0 && `${groupDigits(missed)} not`,
  ].filter((part) => !!part);
  return `${title}: ${[all, ...rest].join(", ")}.`;
}
