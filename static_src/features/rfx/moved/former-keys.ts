import type { ApiResponse } from "../../../api/types";

export type RfxMoved = ApiResponse<"RfxMoved">;

/** Unsent answer, by its value key and the iteration that it is based on. */
type Draft = { key: string; base: number };

/** Where a draft from before a move belongs. */
type Destination = {
  /** Null if no question takes it. */
  key: string | null;
  base: number;
  /** True if a colleague had already saved another answer before the move. */
  isOutdated: boolean;
  label: string;
  /** True if the question is still asked. */
  isAsked: boolean;
};

/** Return where a draft belongs after all moves; null if its key and base still fit. */
export function destinationOf(draft: Draft, { formerKeys }: RfxMoved): Destination | null {
  let now: Destination | null = null;
  let { key, base } = draft;
  let isOutdated = false;
  for (const move of formerKeys) {
    const former = move.find((entry) => entry.former === key && base <= entry.base);
    if (!former) continue;
    const { label, isAsked } = former;
    if (former.key === null) return { key: null, base: 0, isOutdated, label, isAsked };
    // A draft that was outdated before the move stays outdated, so that its author still has to choose.
    isOutdated ||= base !== former.base;
    base = isOutdated ? 0 : former.iteration;
    key = former.key;
    now = { key, base, isOutdated, label, isAsked };
  }
  return now;
}

/** Return the present key of a question by any former one. */
export function currentKey(key: string, moved: RfxMoved | null): string {
  return (moved && destinationOf({ key, base: 0 }, moved)?.key) ?? key;
}
