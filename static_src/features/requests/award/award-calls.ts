import { newIdempotencyKey, request } from "../../../api/client";
import { besides } from "../../../api/field-errors";
import type { ApiBody } from "../../../api/types";
import { saveExport } from "../../../lib/save-export";
import type { Award, AwardLetter, AwardPerson, DecisionBody } from "./types";

/** Requests of the award. Each throws ApiError after an error toast, unless noted. */
const pathOf = (id: number) => ({ path: { request_id: id } });

/** The caller shows errors. */
export function loadAward(id: number, signal: AbortSignal): Promise<Award> {
  return request("GET", "/api/rfxRequest/{request_id}/award", { ...pathOf(id), signal, toast: false });
}

/** The caller shows errors of fields. */
export function saveDecision(id: number, body: DecisionBody): Promise<Award> {
  return request("PUT", "/api/rfxRequest/{request_id}/award", {
    ...pathOf(id),
    body,
    toast: besides("lines", "standstillUntil", "reason"),
  });
}

export function loadApprovers(id: number, signal: AbortSignal): Promise<AwardPerson[]> {
  return request("GET", "/api/rfxRequest/{request_id}/award/approver", { ...pathOf(id), signal });
}

/** The caller shows errors of the approver. */
export function submitAward(
  id: number,
  body: ApiBody<"AwardSubmit">,
  idempotencyKey: string,
): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/submit", {
    ...pathOf(id),
    body,
    idempotencyKey,
    toast: besides("approverId"),
  });
}

export function approveAward(id: number, basedOn: string | null): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/approve", {
    ...pathOf(id),
    body: { basedOn },
    idempotencyKey: newIdempotencyKey(),
  });
}

/** The caller shows errors of the reason. */
export function sendBack(id: number, reason: string, idempotencyKey: string): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/sendBack", {
    ...pathOf(id),
    body: { reason },
    idempotencyKey,
    toast: besides("reason"),
  });
}

export function recallAward(id: number): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/recall", { ...pathOf(id), body: {} });
}

export function cancelAward(id: number): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/cancel", { ...pathOf(id), body: {} });
}

export function sendLetters(id: number, basedOn: string | null): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/send", {
    ...pathOf(id),
    body: { basedOn },
    idempotencyKey: newIdempotencyKey(),
  });
}

/** The caller shows errors of fields. */
export function saveWording(id: number, body: ApiBody<"LetterWordingChange">): Promise<Award> {
  return request("PUT", "/api/rfxRequest/{request_id}/award/wording", {
    ...pathOf(id),
    body,
    toast: besides("awardedHtml", "otherHtml"),
  });
}

const letterOf = (id: number, rfxId: number) => ({ path: { request_id: id, rfx_id: rfxId } });

/** The caller shows errors. */
export function loadLetter(id: number, rfxId: number, signal: AbortSignal): Promise<AwardLetter> {
  return request("GET", "/api/rfxRequest/{request_id}/award/letter/{rfx_id}", {
    ...letterOf(id, rfxId),
    signal,
    toast: false,
  });
}

/** `html` null restores the standard letter. The caller shows errors of the text. */
export function saveLetter(
  id: number,
  rfxId: number,
  body: ApiBody<"AwardLetterChange">,
): Promise<AwardLetter> {
  return request("PUT", "/api/rfxRequest/{request_id}/award/letter/{rfx_id}", {
    ...letterOf(id, rfxId),
    body,
    toast: besides("html"),
  });
}

/** Send a letter that was not delivered again, or the letter to a supplier that responded after the award. */
export function sendLetter(id: number, rfxId: number, idempotencyKey: string): Promise<Award> {
  return request("POST", "/api/rfxRequest/{request_id}/award/letter/{rfx_id}/send", {
    ...letterOf(id, rfxId),
    body: {},
    idempotencyKey,
  });
}

/** Let the worker create the report, then save it. */
export async function downloadReport(id: number): Promise<void> {
  const { id: exportId } = await request("POST", "/api/rfxRequest/{request_id}/award/report", {
    ...pathOf(id),
    body: { format: "pdf" },
    idempotencyKey: newIdempotencyKey(),
  });
  await saveExport({ exportId, wanted: () => true });
}
