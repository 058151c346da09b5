import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import type { AnswerImport, ImportMapping } from "./types";

/** Requests for filled workbooks. Each throws ApiError; the caller shows it. */
const pathOf = (rfxId: number, importId: number) => ({ path: { rfx_id: rfxId, import_id: importId } });

/** Start to read an uploaded file. */
export function startImport(
  rfxId: number,
  attachmentId: number,
  idempotencyKey: string,
): Promise<AnswerImport> {
  return request("POST", "/api/rfx/{rfx_id}/answerImport", {
    path: { rfx_id: rfxId },
    body: { attachmentId },
    idempotencyKey,
    toast: false,
  });
}

/** Load the viewer's own unfinished imports, the newest first, without their items. */
export function loadImports(rfxId: number, signal: AbortSignal): Promise<{ imports: UnfinishedImport[] }> {
  return request("GET", "/api/rfx/{rfx_id}/answerImport", { path: { rfx_id: rfxId }, signal, toast: false });
}

export type UnfinishedImport = ApiResponse<"AnswerImportRow">;

export function loadImport(rfxId: number, importId: number, signal: AbortSignal): Promise<AnswerImport> {
  return request("GET", "/api/rfx/{rfx_id}/answerImport/{import_id}", {
    ...pathOf(rfxId, importId),
    signal,
    toast: false,
  });
}

/** Read the file again with other columns. */
export function readAgain(rfxId: number, importId: number, mapping: ImportMapping): Promise<AnswerImport> {
  return request("PUT", "/api/rfx/{rfx_id}/answerImport/{import_id}", {
    ...pathOf(rfxId, importId),
    body: { mapping },
    toast: false,
  });
}

export type Decided = { keys: string[]; theirs: string[]; clearEmpty: boolean };

export function applyImport(rfxId: number, importId: number, decided: Decided): Promise<AnswerImport> {
  return request("POST", "/api/rfx/{rfx_id}/answerImport/{import_id}/apply", {
    ...pathOf(rfxId, importId),
    body: decided,
    toast: false,
  });
}

export function discardImport(rfxId: number, importId: number): Promise<void> {
  return request("DELETE", "/api/rfx/{rfx_id}/answerImport/{import_id}", {
    ...pathOf(rfxId, importId),
    toast: false,
  });
}
