import { request } from "../../../api/client";
import type { SaveResult, ValueToSave } from "../types";

/** Time limit of a save, ms. After it the answers stay stored and are sent again. */
const maxSaveTime = 30_000;

/** PUT the values of an RFx. The saving state shows errors, so there are no toasts. Throws ApiError. */
export function putValues(rfxId: number, values: Record<string, ValueToSave>): Promise<SaveResult> {
  const signal = AbortSignal.timeout(maxSaveTime);
  return request("PUT", "/api/rfx/{rfx_id}/value", {
    path: { rfx_id: rfxId },
    body: { values },
    toast: false,
    keepalive: true,
    signal,
  });
}
