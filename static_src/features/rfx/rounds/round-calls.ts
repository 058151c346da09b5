import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";

/** Requests for the earlier rounds of an RFx. Each throws ApiError; the caller shows it. */
export type EarlierRound = ApiResponse<"EarlierRound">;
export type Difference = ApiResponse<"Difference">;
export type DifferenceRow = Difference["rows"][number];

/** Load the submitted earlier rounds, the newest first. */
export function loadRounds(rfxId: number, signal: AbortSignal): Promise<ApiResponse<"EarlierRounds">> {
  return request("GET", "/api/rfx/{rfx_id}/round", { path: { rfx_id: rfxId }, signal, toast: false });
}

/** Load what changed since an earlier round. */
export function loadDifference(rfxId: number, earlierId: number, signal: AbortSignal): Promise<Difference> {
  return request("GET", "/api/rfx/{rfx_id}/difference", {
    path: { rfx_id: rfxId },
    query: { with: earlierId },
    signal,
    toast: false,
  });
}
