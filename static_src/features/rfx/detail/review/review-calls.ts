import { newIdempotencyKey, request } from "../../../../api/client";
import { besides } from "../../../../api/field-errors";
import type { ApiResponse } from "../../../../api/types";

/** Requests for the review of answers. Each throws ApiError; the caller shows errors of fields. */
export type AnswerChange = ApiResponse<"AnswerChange">;
export type ScoringResults = ApiResponse<"ScoringResults">;
export type ScoredSection = ApiResponse<"ScoredSection">;
type Tasks = ApiResponse<"Tasks">;

const pathOf = (id: number) => ({ path: { rfx_id: id } });

export function loadScoring(id: number, signal: AbortSignal): Promise<ScoringResults> {
  return request("GET", "/api/rfx/{rfx_id}/scoring", { ...pathOf(id), signal, toast: false });
}

export function loadHistory(id: number, key: string, signal: AbortSignal): Promise<AnswerChange[]> {
  return request("GET", "/api/rfx/{rfx_id}/value/{field}/history", {
    path: { rfx_id: id, field: key },
    signal,
    toast: false,
  });
}

export function setFollowUpOpen(id: number, taskId: number, isOpen: boolean): Promise<Tasks> {
  return request("PUT", "/api/rfx/{rfx_id}/task/{task_id}", {
    path: { rfx_id: id, task_id: taskId },
    body: { isOpen },
  });
}

export function replyToFollowUp(id: number, taskId: number, html: string): Promise<Tasks> {
  return request("POST", "/api/rfx/{rfx_id}/task/{task_id}/message", {
    path: { rfx_id: id, task_id: taskId },
    body: { html },
    idempotencyKey: newIdempotencyKey(),
    toast: besides("html"),
  });
}
