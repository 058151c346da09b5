import { newIdempotencyKey, request } from "../../../../api/client";
import { besides } from "../../../../api/field-errors";
import type { DeadlineBasis } from "../../../../domain/deadline-modal";
import type { RfxState } from "../../types";

/** The moves that a dialog or a menu asks for. Each throws ApiError, said in a toast unless it is noted. */
const path = (id: number, rest: string) => `/api/rfx/${id}/${rest}`;

export function reopenRfx(
  id: number,
  fields: readonly string[] | null,
  idempotencyKey: string,
): Promise<RfxState> {
  return request("POST", path(id, "reopen"), { body: fields ? { fields } : {}, idempotencyKey });
}

/** The fault of the reason is left to the caller. */
export function declineRfx(id: number, reason: string): Promise<RfxState> {
  return request("POST", path(id, "decline"), { body: { reason }, toast: besides("reason") });
}

/** The fault of the day is left to the caller. */
export function changeDeadline(
  id: number,
  deadline: string | null,
  basedOn: DeadlineBasis,
): Promise<RfxState> {
  return request("PUT", path(id, "deadline"), { body: { deadline, basedOn }, toast: besides("deadline") });
}

export function sendReminder(id: number): Promise<{ sent: number; reminderSentDate: string }> {
  return request("POST", path(id, "reminder"), { body: {}, idempotencyKey: newIdempotencyKey() });
}

export type ExportFormat = "xlsx" | "csv" | "pdf";

export function startExport(id: number, format: ExportFormat): Promise<{ id: number }> {
  return request("POST", path(id, "export"), { body: { format }, idempotencyKey: newIdempotencyKey() });
}
