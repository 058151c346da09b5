import { newIdempotencyKey, request } from "../../api/client";
import { besides } from "../../api/field-errors";
import type { ApiResponse } from "../../api/types";
import type { DeadlineBasis } from "../../domain/deadline-modal";
import type { Assessment } from "./types";

/** Requests for one assessment. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { assessment_id: id } });

export function loadAssessment(id: number, signal?: AbortSignal): Promise<Assessment> {
  return request("GET", "/api/assessment/{assessment_id}", { ...pathOf(id), signal });
}

export type SurveyRequest = {
  docFormId: number | null;
  docFormBundleId: number | null;
  recipients: readonly (number | string)[];
};

/** The caller shows errors of fields. */
export function requestSurveys(
  id: number,
  { docFormId, docFormBundleId, recipients }: SurveyRequest,
  idempotencyKey: string,
): Promise<Assessment> {
  return request("POST", "/api/assessment/{assessment_id}", {
    ...pathOf(id),
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

/** Request a self-survey from contacts of the supplier, with a message to them. The caller shows errors of fields. */
export function requestSelfSurveys(
  id: number,
  { docFormId, docFormBundleId, recipients }: SurveyRequest,
  message: string,
  idempotencyKey: string,
): Promise<Assessment> {
  return request("POST", "/api/assessment/{assessment_id}/selfSurvey", {
    ...pathOf(id),
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

/** The caller shows the error of `deadline`. */
export function changeDeadline(
  id: number,
  deadline: string | null,
  basedOn: DeadlineBasis,
): Promise<Assessment> {
  return request("PUT", "/api/assessment/{assessment_id}/deadline", {
    ...pathOf(id),
    body: { deadline, basedOn },
    toast: besides("deadline"),
  });
}

export function closeAssessment(id: number): Promise<Assessment> {
  return request("POST", "/api/assessment/{assessment_id}/close", {
    ...pathOf(id),
    body: {},
    idempotencyKey: newIdempotencyKey(),
  });
}

/** Remind the recipients of all open surveys, or only of `rfxIds`. */
export function sendReminders(
  id: number,
  rfxIds: readonly number[] = [],
): Promise<ApiResponse<"RemindersSent">> {
  return request("POST", "/api/assessment/{assessment_id}/reminder", {
    ...pathOf(id),
    body: { rfxIds },
    idempotencyKey: newIdempotencyKey(),
  });
}

/** INTERNAL names the respondents, SUPPLIER has averages and comments without names. */
export type ReportAudience = "INTERNAL" | "SUPPLIER";

export function startReport(id: number, audience: ReportAudience): Promise<ApiResponse<"ExportId">> {
  return request("POST", "/api/assessment/{assessment_id}/report", {
    ...pathOf(id),
    body: { audience },
    idempotencyKey: newIdempotencyKey(),
  });
}

export function ignoreRfx(rfxId: number, ignored: boolean): Promise<unknown> {
  return request("PUT", "/api/rfx/{rfx_id}/ignored", { path: { rfx_id: rfxId }, body: { ignored } });
}
