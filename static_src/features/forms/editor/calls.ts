import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { FormType } from "../../../domain/forms/doc-forms";
import type { FormContent, OpenForm, StaleSave } from "./types";

/** API requests of the form editor. All throw `ApiError`, and show a toast unless they say otherwise. */

/** Timeout of a save in ms, for dead connections; the text stays in the draft and is sent again. */
const saveTimeout = 30_000;

export function loadForm(id: number, toast = true): Promise<OpenForm> {
  return request("GET", "/api/docForm/{form_id}", { path: { form_id: id }, toast }) as Promise<OpenForm>;
}

/** Save a draft, without a toast. For a published form the server creates the next draft and returns it, with its own id. */
export function saveForm(id: number, version: number, content: FormContent): Promise<OpenForm> {
  const signal = AbortSignal.timeout(saveTimeout);
  return request("PUT", "/api/docForm/{form_id}", {
    path: { form_id: id },
    body: { version, ...content },
    toast: false,
    keepalive: true,
    signal,
  }) as Promise<OpenForm>;
}

/** Replace the outdated sentence of a survey, without a toast. A published form gets its next draft. */
export function createCorrectedDraft(id: number): Promise<OpenForm> {
  return request("POST", "/api/docForm/{form_id}/correctedDraft", {
    path: { form_id: id },
    toast: false,
  }) as Promise<OpenForm>;
}

/** Create a new form with this content, to keep it when another user has saved in the meantime. */
export async function saveAsCopy(type: FormType, content: FormContent): Promise<OpenForm> {
  // An organisation has only one CUSTOM_FIELDS form, so its copy is a generic form.
  const kind = type === "CUSTOM_FIELDS" ? "GENERIC" : type;
  const title = `${content.title.slice(0, 180)} (my copy)`;
  const { id, version } = await request("POST", "/api/docForm", { body: { title, type: kind } });
  return request("PUT", "/api/docForm/{form_id}", {
    path: { form_id: id },
    body: { version, doc: content.doc, title },
  }) as Promise<OpenForm>;
}

/** Return the conflicting save of another user if it is the reason of the error (409, code `stale`); otherwise null. */
export function staleness(error: unknown): StaleSave | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.code !== "stale") return null;
  const { docFormId, savedBy, updated } = error.body;
  return { docFormId: docFormId ?? 0, savedBy: savedBy ?? null, updated: updated ?? null };
}
