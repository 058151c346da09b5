import { newIdempotencyKey, request } from "../../api/client";
import type { RfxState } from "./types";

/** The moves of one RFx. Each throws ApiError; what went wrong has been said in a toast unless it is noted. */
const path = (id: number, rest: string) => `/api/rfx/${id}/${rest}`;

export function loadState(id: number): Promise<RfxState> {
  return request("GET", path(id, "value"));
}

/** Faults of fields are left to the caller, who leads to them. */
export function submitResponse(id: number, idempotencyKey: string): Promise<RfxState> {
  return request("POST", path(id, "submission"), {
    body: {},
    idempotencyKey,
    toast: (error) => !error.hasFields,
  });
}

export function reopenRfx(
  id: number,
  fields: readonly string[] | null,
  idempotencyKey: string,
): Promise<RfxState> {
  return request("POST", path(id, "reopen"), { body: fields ? { fields } : {}, idempotencyKey });
}

/** The fault of the reason is left to the caller. */
export function declineRfx(id: number, reason: string): Promise<RfxState> {
  return request("POST", path(id, "decline"), { body: { reason }, toast: (error) => !error.hasFields });
}

/** Tell that a person has begun to look at it. Nothing is said when that fails: the next visit tells it again. */
export function tellOpened(id: number): Promise<Pick<RfxState, "status" | "statusInfo">> {
  return request("POST", path(id, "opened"), { body: {}, toast: false });
}

/** The fault of the day is left to the caller. */
export function changeDeadline(id: number, deadline: string | null): Promise<RfxState> {
  return request("PUT", path(id, "deadline"), { body: { deadline }, toast: (error) => !error.hasFields });
}

export function sendReminder(id: number): Promise<{ sent: number; reminderSentDate: string }> {
  return request("POST", path(id, "reminder"), { body: {}, idempotencyKey: newIdempotencyKey() });
}

export type ExportFormat = "xlsx" | "csv" | "pdf";

export function startExport(id: number, format: ExportFormat): Promise<{ id: number }> {
  return request("POST", path(id, "export"), { body: { format }, idempotencyKey: newIdempotencyKey() });
}
