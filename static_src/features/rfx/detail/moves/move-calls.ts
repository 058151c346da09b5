import { newIdempotencyKey, request } from "../../../../api/client";
import { besides } from "../../../../api/field-errors";
import type { ApiBody, ApiResponse } from "../../../../api/types";
import type { DeadlineBasis } from "../../../../domain/deadline-modal";
import type { RfxState } from "../../types";

/** Requests of the dialogs and menus of an RFx. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { rfx_id: id } });

export function reopenRfx(
  id: number,
  fields: readonly string[] | null,
  idempotencyKey: string,
): Promise<RfxState> {
  return request("POST", "/api/rfx/{rfx_id}/reopen", {
    ...pathOf(id),
    body: fields ? { fields } : {},
    idempotencyKey,
  });
}

/** The caller shows the error of `reason`. */
export function declineRfx(id: number, reason: string): Promise<RfxState> {
  return request("POST", "/api/rfx/{rfx_id}/decline", {
    ...pathOf(id),
    body: { reason },
    toast: besides("reason"),
  });
}

/** The caller shows the error of `reason`. */
export function withdrawRfx(id: number, reason: string): Promise<RfxState> {
  return request("POST", "/api/rfx/{rfx_id}/withdrawal", {
    ...pathOf(id),
    body: { reason },
    toast: besides("reason"),
  });
}

/** The caller shows the error of `deadline`. */
export function changeDeadline(
  id: number,
  deadline: string | null,
  basedOn: DeadlineBasis,
): Promise<RfxState> {
  return request("PUT", "/api/rfx/{rfx_id}/deadline", {
    ...pathOf(id),
    body: { deadline, basedOn },
    toast: besides("deadline"),
  });
}

/** Remind the recipients who have not submitted yet. */
export function sendReminder(id: number, idempotencyKey: string): Promise<ApiResponse<"ReminderResult">> {
  return request("POST", "/api/rfx/{rfx_id}/reminder", { ...pathOf(id), body: {}, idempotencyKey });
}

export type ExportFormat = ApiBody<"ExportRequest">["format"];

export function startExport(id: number, format: ExportFormat): Promise<ApiResponse<"ExportId">> {
  return request("POST", "/api/rfx/{rfx_id}/export", {
    ...pathOf(id),
    body: { format },
    idempotencyKey: newIdempotencyKey(),
  });
}
