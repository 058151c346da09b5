import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import type { RfxState } from "../types";

/** Requests of the RFx page. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { rfx_id: id } });

/** The caller handles errors: most of these requests run in the background, and no user waits for them. */
export function loadState(id: number): Promise<RfxState> {
  return request("GET", "/api/rfx/{rfx_id}/value", { ...pathOf(id), toast: false });
}

/** Report that a person has opened the RFx. A failure shows no toast, because the next visit repeats the request. */
export function reportOpened(id: number): Promise<ApiResponse<"RfxStatus">> {
  return request("POST", "/api/rfx/{rfx_id}/opened", { ...pathOf(id), toast: false });
}
