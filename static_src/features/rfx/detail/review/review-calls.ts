import { newIdempotencyKey, request } from "../../../../api/client";
import { besides } from "../../../../api/field-errors";
import type { Dumped, Schema } from "../../../../api/typed";
import type { FollowUpTask, RfxState } from "../../types";

/** What the two ends say about answers. Each throws ApiError; faults of fields are left to the caller. */
export type AnswerChange = Schema<"AnswerChange">;
export type ScoringResults = Omit<Schema<"ScoringResults">, "tasks"> & { tasks: readonly FollowUpTask[] };
export type ScoredSection = Schema<"ScoredSection">;
export type Assignee = Dumped<"Assignee">;
type Tasks = { taskId: number; tasks: readonly FollowUpTask[] };

const path = (id: number, rest: string) => `/api/rfx/${id}/${rest}`;

export function loadScoring(id: number, signal: AbortSignal): Promise<ScoringResults> {
  return request("GET", path(id, "scoring"), { signal, toast: false });
}

export function loadHistory(id: number, key: string, signal: AbortSignal): Promise<AnswerChange[]> {
  return request("GET", path(id, `value/${encodeURIComponent(key)}/history`), { signal, toast: false });
}

export function loadAssignees(id: number, signal: AbortSignal): Promise<Assignee[]> {
  return request("GET", path(id, "assignee"), { signal, toast: false });
}

export type NewFollowUp = {
  field: string;
  descriptionHtml: string;
  assigneeUserId: number | null;
  due: string | null;
};

export function raiseFollowUp(id: number, body: NewFollowUp, idempotencyKey: string): Promise<Tasks> {
  return request("POST", path(id, "task"), {
    body,
    idempotencyKey,
    toast: besides("field", "descriptionHtml", "assigneeUserId", "due"),
  });
}

export function setFollowUpOpen(id: number, taskId: number, isOpen: boolean): Promise<Tasks> {
  return request("PUT", path(id, `task/${taskId}`), { body: { isOpen } });
}

export function replyToFollowUp(id: number, taskId: number, html: string): Promise<Tasks> {
  return request("POST", path(id, `task/${taskId}/message`), {
    body: { html },
    idempotencyKey: newIdempotencyKey(),
    toast: besides("html"),
  });
}

export function acceptAnswers(
  id: number,
  answers: readonly { field: string; iteration: number }[],
  accepted: boolean,
): Promise<RfxState> {
  return request("PUT", path(id, "acceptance"), { body: { answers, accepted } });
}
