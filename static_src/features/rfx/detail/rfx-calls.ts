import { request } from "../../../api/client";
import type { RfxState } from "../types";

/** The caller handles errors: most of these requests run in the background, and no user waits for them. */
export function loadState(id: number): Promise<RfxState> {
  return request("GET", "/api/rfx/{rfx_id}/value", { path: { rfx_id: id }, toast: false });
}
