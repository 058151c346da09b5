import { request } from "../../api/client";
import type { ApiBody } from "../../api/types";
import type { CorrectiveAction, StepName } from "./types";

/** Load the current state of an action. */
export function loadAction(id: number): Promise<CorrectiveAction> {
  return request("GET", "/api/correctiveAction/{action_id}", { path: { action_id: id }, toast: false });
}

export function sendStep(id: number, step: StepName, idempotencyKey: string): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/step/{step}/send", {
    path: { action_id: id, step },
    body: {},
    idempotencyKey,
    toast: false,
  });
}

export function acceptStep(id: number, step: StepName, idempotencyKey: string): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/step/{step}/accept", {
    path: { action_id: id, step },
    body: {},
    idempotencyKey,
  });
}

export function returnStep(
  id: number,
  step: StepName,
  body: ApiBody<"StepReturn">,
  idempotencyKey: string,
): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/step/{step}/return", {
    path: { action_id: id, step },
    body,
    idempotencyKey,
    toast: false,
  });
}

export function contestAction(
  id: number,
  body: ApiBody<"ActionContest">,
  idempotencyKey: string,
): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/contest", {
    path: { action_id: id },
    body,
    idempotencyKey,
    toast: false,
  });
}

export function decideContest(
  id: number,
  body: ApiBody<"ContestDecision">,
  idempotencyKey: string,
): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/contest/decision", {
    path: { action_id: id },
    body,
    idempotencyKey,
    toast: false,
  });
}

export function changeRequest(
  id: number,
  body: ApiBody<"ActionChange">,
  idempotencyKey: string,
): Promise<CorrectiveAction> {
  return request("PUT", "/api/correctiveAction/{action_id}/request", {
    path: { action_id: id },
    body,
    idempotencyKey,
    toast: false,
  });
}

export function planCheck(id: number, body: ApiBody<"EffectivenessPlan">): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/effectiveness", {
    path: { action_id: id },
    body,
    toast: false,
  });
}

export function recordResult(
  id: number,
  body: ApiBody<"EffectivenessResult">,
  idempotencyKey: string,
): Promise<CorrectiveAction> {
  return request("POST", "/api/correctiveAction/{action_id}/effectiveness/result", {
    path: { action_id: id },
    body,
    idempotencyKey,
    toast: false,
  });
}
