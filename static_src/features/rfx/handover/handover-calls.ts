import { request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import type { HandoverState } from "./types";

/** Requests for hand-overs. Each throws ApiError; the dialogs show the errors of their fields. */
export function handOver(
  rfxId: number,
  body: ApiBody<"NewHandover">,
  idempotencyKey: string,
): Promise<HandoverState> {
  return request("POST", "/api/rfx/{rfx_id}/handover", {
    path: { rfx_id: rfxId },
    body,
    idempotencyKey,
    toast: besides("userId", "name", "email", "note"),
  });
}

/** A refusal needs a reason, which the former contact reads. */
export function decideHandover(
  rfxId: number,
  handoverId: number,
  body: ApiBody<"HandoverDecision">,
  idempotencyKey: string,
): Promise<HandoverState> {
  return request("POST", "/api/rfx/{rfx_id}/handover/{handover_id}/decision", {
    path: { rfx_id: rfxId, handover_id: handoverId },
    body,
    idempotencyKey,
    toast: besides("reason"),
  });
}
