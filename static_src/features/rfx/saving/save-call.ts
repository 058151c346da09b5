import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { SaveResult, ValueToSave } from "../types";

/** A dead connection is given up after this long, ms; the answers are kept and sent again. */
const longestSave = 30_000;

/** PUT the values of an RFx. What goes wrong is told by the saving state, not by toasts. Throws ApiError. */
export function putValues(rfxId: number, values: Record<string, ValueToSave>): Promise<SaveResult> {
  const signal = AbortSignal.timeout(longestSave);
  return request("PUT", "/api/rfx/{rfx_id}/value", {
    path: { rfx_id: rfxId },
    body: { values },
    toast: false,
    keepalive: true,
    signal,
  });
}

/** What a failed save means: 'retry' later, 'closed' to answers (or to a guest, whose link is dead), or 'bad' values among those sent. */
export function failureOf(error: unknown): "retry" | "closed" | "bad" {
  if (!(error instanceof ApiError)) return "retry";
  if ([403, 404, 409, 410].includes(error.status) || isSignedOut(error)) return "closed";
  const later = error.status < 400 || error.status >= 500 || [401, 408, 425, 429].includes(error.status);
  return later ? "retry" : "bad";
}

/** Whether a guest's sign-in by the link was refused, which a server that is well again may take back. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === "linkGone";
}
