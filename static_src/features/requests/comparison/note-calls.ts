import { request } from "../../../api/client";
import type { Note, OpenCell } from "./types";

/** Requests for the notes on an answer. Each throws ApiError after an error toast, unless noted. */
const path = "/api/rfxRequest/{request_id}/note/{note_id}";
const pathOfCell = "/api/rfxRequest/{request_id}/rfx/{rfx_id}/note/{field}";

const placeOf = (requestId: number, { rfxId, key }: OpenCell) => ({
  path: { request_id: requestId, rfx_id: rfxId, field: key },
});

/** The caller shows errors. */
export async function loadNotes(requestId: number, cell: OpenCell, signal: AbortSignal): Promise<Note[]> {
  return request("GET", pathOfCell, { ...placeOf(requestId, cell), signal, toast: false });
}

export function addNote(requestId: number, cell: OpenCell, text: string, idempotencyKey: string) {
  return request("POST", pathOfCell, { ...placeOf(requestId, cell), body: { text }, idempotencyKey });
}

export function changeNote(requestId: number, { id, updated }: Note, text: string) {
  return request("PUT", path, {
    path: { request_id: requestId, note_id: id },
    body: { text, basedOn: updated },
  });
}

export function deleteNote(requestId: number, noteId: number) {
  return request("DELETE", path, { path: { request_id: requestId, note_id: noteId } });
}
