import { request } from "../../../api/client";
import { ApiError } from "../../../api/errors";
import type { FormType } from "../../../domain/forms/doc-forms";
import type { FormContent, OpenForm, StaleSave } from "./types";

/** The calls of the form editor. Each throws ApiError; saving tells its own failures, the others go to a toast. */

/** A dead connection is given up after this long, ms; what was written is kept and sent again. */
const longestSave = 30_000;

export function loadForm(id: number): Promise<OpenForm> {
  return request("GET", "/api/docForm/{form_id}", { path: { form_id: id } }) as Promise<OpenForm>;
}

/** Of a published form this begins the next draft: the answer's id is the draft's. */
export function saveForm(id: number, version: number, content: FormContent): Promise<OpenForm> {
  const signal = AbortSignal.timeout(longestSave);
  return request("PUT", "/api/docForm/{form_id}", {
    path: { form_id: id },
    body: { version, ...content },
    toast: false,
    keepalive: true,
    signal,
  }) as Promise<OpenForm>;
}

/** A new form with this content: what one person keeps when another has saved in between. */
export async function saveAsCopy(type: FormType, content: FormContent): Promise<OpenForm> {
  // An organisation has one form of custom fields; a copy of it is a form like any other.
  const kind = type === "CUSTOM_FIELDS" ? "GENERIC" : type;
  const title = `${content.title.slice(0, 180)} (my copy)`;
  const { id, version } = await request("POST", "/api/docForm", { body: { title, type: kind } });
  return request("PUT", "/api/docForm/{form_id}", {
    path: { form_id: id },
    body: { version, doc: content.doc, title },
  }) as Promise<OpenForm>;
}

/** Who saved in between, where that is why a save was refused. */
export function staleness(error: unknown): StaleSave | null {
  if (!(error instanceof ApiError) || error.status !== 409 || error.code !== "stale") return null;
  const { docFormId, savedBy, updated } = error.body;
  return { docFormId: docFormId ?? 0, savedBy: savedBy ?? null, updated: updated ?? null };
}
