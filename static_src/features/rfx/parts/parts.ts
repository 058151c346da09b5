import type { ApiResponse } from "../../../api/types";
import type { OpenRfx } from "../detail/open-rfx";

type OfRespondent = "email" | "isGuest" | "seesAll" | "reason" | "opened";
/** A part that the respondent's people answer, or that the requester's people review, which has fewer fields. */
export type Part = Omit<ApiResponse<"RfxPart">, OfRespondent> &
  Partial<Pick<ApiResponse<"RfxPart">, OfRespondent>>;
/** The parts of the viewer's party. */
export type Parts = { parts: readonly Part[]; mayAssign: boolean; canAskColleagues?: boolean };

/** The dialog that is open: a new part of a section (by its id, "" for none), or one about a part. */
export type PartDialog =
  | { kind: "ask"; sectionId: string; keys?: readonly string[] }
  | { kind: "change" | "withdraw" | "done" | "return"; part: Part };

/** The parts of an RFx on the screen. */
export type OpenParts = {
  parts: readonly Part[];
  mayAssign: boolean;
  /** Keys of the viewer's parts, and of all parts. */
  own: ReadonlySet<string>;
  all: ReadonlySet<string>;
  ask: (dialog: PartDialog) => void;
  apply: (parts: Parts) => void;
};

export type PartModalProps = {
  open: OpenRfx;
  parts: Parts;
  onChanged: (parts: Parts) => void;
  onClose: () => void;
};

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

/** Return the viewer's own parts that are not returned. */
export const ownParts = (parts: OpenParts) => parts.parts.filter((part) => part.isOwn && isLive(part));
