import type { ApiResponse } from "../../../api/types";

export type Part = ApiResponse<"RfxPart">;
export type Parts = ApiResponse<"RfxParts">;

const waiting: ReadonlySet<Part["status"]> = new Set(["ASKED", "OPENED"]);

export const isWaiting = ({ status }: Part) => waiting.has(status);
/** Return true for a part that is neither returned nor taken back. */
export const isLive = (part: Part) => isWaiting(part) || part.status === "DONE";

/** Return the keys of the viewer's own parts, and the keys of all live parts. */
export function assignedKeys(parts: readonly Part[]) {
  const live = parts.filter(isLive);
  const keysOf = (chosen: readonly Part[]) => new Set(chosen.flatMap(({ keys }) => keys));
  return { own: keysOf(live.filter(({ isOwn }) => isOwn)), all: keysOf(live) };
}
