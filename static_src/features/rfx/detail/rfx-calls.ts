import { request } from "../../../api/client";
import type { RfxState } from "../types";

/** What an open RFx asks of itself. Each throws ApiError; what went wrong has been said in a toast unless it is noted. */
const path = (id: number, rest: string) => `/api/rfx/${id}/${rest}`;

/** What goes wrong is left to the caller: most ask by themselves, and nobody waits for it. */
export function loadState(id: number): Promise<RfxState> {
  return request("GET", path(id, "value"), { toast: false });
}

/** Tell that a person has begun to look at it. Nothing is said when that fails: the next visit tells it again. */
export function tellOpened(id: number): Promise<Pick<RfxState, "status" | "statusInfo">> {
  return request("POST", path(id, "opened"), { body: {}, toast: false });
}
