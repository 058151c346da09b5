import { takesAnswers } from "../detail/answering/answering";
import type { Rfx } from "../types";

/** Return true if the viewer's parts are reviewed instead of answered: the requester's. */
export const isReviewer = ({ viewerRole }: Rfx) => viewerRole === "REQUESTER";

/** Return true while parts can be assigned: to answer in an open RFx, to review after its submission. */
export function takesParts(rfx: Rfx): boolean {
  return isReviewer(rfx) ? rfx.status === "COMPLETED" && rfx.actions.review : takesAnswers(rfx);
}
