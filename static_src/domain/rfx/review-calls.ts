import { request } from "../../api/client";
import { besides } from "../../api/field-errors";
import type { ApiBody, ApiResponse } from "../../api/types";

/** Requests for the review of single answers. Each throws ApiError. */
type Assignee = ApiResponse<"Assignee">;
export type NewFollowUp = ApiBody<"NewFollowUp">;
export type FollowUpTasks = ApiResponse<"Tasks">;

const pathOf = (id: number) => ({ path: { rfx_id: id } });

/** The caller shows errors. */
export function loadAssignees(id: number, signal: AbortSignal): Promise<Assignee[]> {
  return request("GET", "/api/rfx/{rfx_id}/assignee", { ...pathOf(id), signal, toast: false });
}

/** The caller shows errors of fields. */
export function raiseFollowUp(id: number, body: NewFollowUp, idempotencyKey: string): Promise<FollowUpTasks> {
  return request("POST", "/api/rfx/{rfx_id}/task", {
    ...pathOf(id),
    body,
    idempotencyKey,
    toast: besides("field", "descriptionHtml", "assigneeUserId", "due"),
  });
}

/** Accept answers in the iteration that was read, or withdraw the acceptance. */
export function acceptAnswers(
  id: number,
  answers: ApiBody<"Acceptance">["answers"],
  accepted: boolean,
): Promise<ApiResponse<"RfxState">> {
  return request("PUT", "/api/rfx/{rfx_id}/acceptance", { ...pathOf(id), body: { answers, accepted } });
}
