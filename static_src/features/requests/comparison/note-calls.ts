import { request } from "../../../api/client";
import type { Note, OpenCell } from "./types";

/** Requests for the notes on an answer. Each throws ApiError after an error toast, unless noted. */
const path = "/api/rfxRequest/{request_id}/note";

/** The caller shows errors. */
export async function loadNotes(requestId: number, cell: OpenCell, signal: AbortSignal): Promise<Note[]> {
  return request("GET", path, { path: { request_id: requestId }, query: cell, signal, toast: false });
}

export function addNote(requestId: number, cell: OpenCell, text: string, idempotencyKey: string) {
  return request("POST", path, { path: { request_id: requestId }, body: { ...cell, text }, idempotencyKey });
}

export function changeNote(requestId: number, { id, updated }: Note, text: string) {
  return request("PUT", `${path}/{note_id}`, {
    path: { request_id: requestId, note_id: id },
    body: { text, basedOn: updated },
  });
}

export function deleteNote(requestId: number, noteId: number) {
  return request("DELETE", `${path}/{note_id}`, { path: { request_id: requestId, note_id: noteId } });
}
