import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import type { RfxState } from "../types";

/** What an open RFx asks of itself. Each throws ApiError; what went wrong has been said in a toast unless it is noted. */
const pathOf = (id: number) => ({ path: { rfx_id: id } });

/** What goes wrong is left to the caller: most ask by themselves, and nobody waits for it. */
export function loadState(id: number): Promise<RfxState> {
  return request("GET", "/api/rfx/{rfx_id}/value", { ...pathOf(id), toast: false });
}

/** Tell that a person has begun to look at it. Nothing is said when that fails: the next visit tells it again. */
export function tellOpened(id: number): Promise<ApiResponse<"RfxStatus">> {
  return request("POST", "/api/rfx/{rfx_id}/opened", { ...pathOf(id), toast: false });
}
