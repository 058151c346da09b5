import { request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import type { PersonChoice } from "../../../domain/people/person-picker";
import type { Evaluation, OwnMark } from "./types";

/** Requests of the evaluation. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { request_id: id } });

/** The caller shows errors. */
export function loadEvaluation(id: number, signal: AbortSignal): Promise<Evaluation> {
  return request("GET", "/api/rfxRequest/{request_id}/evaluation", { ...pathOf(id), signal, toast: false });
}

/** The caller shows errors of fields. */
export function saveCriteria(id: number, body: ApiBody<"Criteria">): Promise<Evaluation> {
  return request("PUT", "/api/rfxRequest/{request_id}/evaluation", {
    ...pathOf(id),
    body,
    toast: besides("criteria", "due"),
  });
}

export function openEvaluation(id: number, idempotencyKey: string): Promise<Evaluation> {
  return request("POST", "/api/rfxRequest/{request_id}/evaluation/open", { ...pathOf(id), idempotencyKey });
}

/** The caller shows the error of the reason. */
export function closeEvaluation(id: number, reason: string): Promise<Evaluation> {
  return request("POST", "/api/rfxRequest/{request_id}/evaluation/close", {
    ...pathOf(id),
    body: { reason },
    toast: besides("reason"),
  });
}

/** The caller shows errors of fields. */
export function addEvaluator(id: number, person: PersonChoice, idempotencyKey: string): Promise<Evaluation> {
  const { userId, email, name } = person;
  const body = userId === null ? { email, name } : { userId, name: "" };
  return request("POST", "/api/rfxRequest/{request_id}/evaluation/evaluator", {
    ...pathOf(id),
    body,
    idempotencyKey,
    toast: besides("email", "userId"),
  });
}

export function removeEvaluator(id: number, evaluatorId: number): Promise<Evaluation> {
  return request("DELETE", "/api/rfxRequest/{request_id}/evaluation/evaluator/{evaluator_id}", {
    path: { request_id: id, evaluator_id: evaluatorId },
  });
}

export function remindEvaluator(
  id: number,
  evaluatorId: number,
  idempotencyKey: string,
): Promise<Evaluation> {
  return request("POST", "/api/rfxRequest/{request_id}/evaluation/evaluator/{evaluator_id}/remind", {
    path: { request_id: id, evaluator_id: evaluatorId },
    idempotencyKey,
  });
}

/** The caller shows errors. */
export function saveMark(id: number, body: ApiBody<"Mark">): Promise<OwnMark> {
  return request("PUT", "/api/rfxRequest/{request_id}/evaluation/mark", {
    ...pathOf(id),
    body,
    toast: false,
  });
}

export function saveConflict(id: number, rfxId: number, isDeclared: boolean): Promise<Evaluation> {
  return request("PUT", "/api/rfxRequest/{request_id}/evaluation/conflict", {
    ...pathOf(id),
    body: { rfxId, isDeclared },
  });
}

export function saveFinished(id: number, isFinished: boolean): Promise<Evaluation> {
  return request("PUT", "/api/rfxRequest/{request_id}/evaluation/finished", {
    ...pathOf(id),
    body: { isFinished },
  });
}

/** The caller shows errors of fields. */
export function saveConsensus(id: number, body: ApiBody<"NewConsensus">): Promise<Evaluation> {
  return request("PUT", "/api/rfxRequest/{request_id}/evaluation/consensus", {
    ...pathOf(id),
    body,
    toast: besides("mark", "reason"),
  });
}

/** Return the answers of one supplier. The caller shows errors. */
export function loadAnswers(id: number, rfxId: number, signal: AbortSignal) {
  return request("GET", "/api/rfxRequest/{request_id}/evaluation/supplier/{evaluated_rfx_id}", {
    path: { request_id: id, evaluated_rfx_id: rfxId },
    signal,
    toast: false,
  });
}
