import { newIdempotencyKey, request } from "../../api/client";
import { besides } from "../../api/field-errors";
import type { DeadlineBasis } from "../../domain/deadline-modal";
import type { Assessment } from "./types";

/** The calls of one assessment. Each throws ApiError; what went wrong has been said in a toast unless it is noted. */
const path = (id: number, rest = "") => `/api/assessment/${id}${rest}`;

export function loadAssessment(id: number, signal?: AbortSignal): Promise<Assessment> {
  return request("GET", path(id), { signal });
}

export type SurveyRequest = {
  docFormId: number | null;
  docFormBundleId: number | null;
  recipients: readonly (number | string)[];
};

/** Faults of fields are left to the caller. */
export function requestSurveys(
  id: number,
  { docFormId, docFormBundleId, recipients }: SurveyRequest,
  idempotencyKey: string,
): Promise<Assessment> {
  return request("POST", path(id), {
    body: {
      assessmentId: id,
      internalSurveyDocFormId: docFormId,
      internalSurveyDocFormBundleId: docFormBundleId,
      internalSurveyRecipients: recipients,
    },
    idempotencyKey,
    toast: besides("internalSurveyDocFormId", "internalSurveyDocFormBundleId", "internalSurveyRecipients"),
  });
}

/** The same of contacts of the supplier, with a message to them. */
export function requestSelfSurveys(
  id: number,
  { docFormId, docFormBundleId, recipients }: SurveyRequest,
  message: string,
  idempotencyKey: string,
): Promise<Assessment> {
  return request("POST", path(id, "/selfSurvey"), {
    body: {
      message,
      selfSurveyDocFormId: docFormId,
      selfSurveyDocFormBundleId: docFormBundleId,
      selfSurveyRecipients: recipients,
    },
    idempotencyKey,
    toast: besides("selfSurveyDocFormId", "selfSurveyDocFormBundleId", "selfSurveyRecipients"),
  });
}

/** The fault of the day is left to the caller. */
export function changeDeadline(
  id: number,
  deadline: string | null,
  basedOn: DeadlineBasis,
): Promise<Assessment> {
  return request("PUT", path(id, "/deadline"), {
    body: { deadline, basedOn },
    toast: besides("deadline"),
  });
}

export function closeAssessment(id: number): Promise<Assessment> {
  return request("POST", path(id, "/close"), { body: {}, idempotencyKey: newIdempotencyKey() });
}

/** Remind of all open surveys, or of those that are named. */
export function sendReminders(id: number, rfxIds: readonly number[] = []): Promise<{ sent: number }> {
  return request("POST", path(id, "/reminder"), { body: { rfxIds }, idempotencyKey: newIdempotencyKey() });
}

export function startReport(id: number): Promise<{ id: number }> {
  return request("POST", path(id, "/report"), { body: {}, idempotencyKey: newIdempotencyKey() });
}

export function ignoreRfx(rfxId: number, ignored: boolean): Promise<unknown> {
  return request("PUT", `/api/rfx/${rfxId}/ignored`, { body: { ignored } });
}
