import { newIdempotencyKey, request } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { ApiBody } from "../../api/types";
import { type FormFault, formTypeChoices } from "../../domain/forms/doc-forms";
import { saveExport } from "../../lib/save-export";
import type { Option } from "../../ui/type-ahead";
import type { OpenForm } from "./editor/types";

/** Archive a form with all its revisions, or restore it. */
export function archiveForm(id: number, archived: boolean): Promise<OpenForm> {
  return request("PUT", "/api/docForm/{form_id}/archived", {
    path: { form_id: id },
    body: { archived },
  }) as Promise<OpenForm>;
}

/** Publish a form. The caller shows 422 (errors in the document) and 409 (saved by another user); there is no toast. */
export function publishForm(id: number, version: number): Promise<OpenForm> {
  return request("POST", "/api/docForm/{form_id}/publish", {
    path: { form_id: id },
    body: { version },
    toast: (error) => error.status !== 422 && error.status !== 409,
  }) as Promise<OpenForm>;
}

/** Let the worker write a form as a spreadsheet, and download it. Errors show a toast. */
export async function downloadSheet(id: number): Promise<void> {
  const { id: exportId } = await request("POST", "/api/docForm/{form_id}/export", {
    path: { form_id: id },
    body: { format: "xlsx" },
    idempotencyKey: newIdempotencyKey(),
  });
  await saveExport({ exportId, wanted: () => true });
}

/** Return the errors of the document from an error response to saving or publishing. */
export function faultsOf(error: unknown): FormFault[] {
  return error instanceof ApiError ? (error.body.faults ?? []) : [];
}

export type NewForm = ApiBody<"NewDocForm">;

/** Create a form and return its id. Shows no toast; the caller shows errors. */
export async function addForm(body: NewForm): Promise<number> {
  const { id } = await request("POST", "/api/docForm", { body, toast: false });
  return id;
}

const copyableTypes = formTypeChoices.map(({ value }) => value).filter((type) => type !== "CUSTOM_FIELDS");

/** Search forms by title and return them as options. CUSTOM_FIELDS is excluded, because there can be no second one. */
export async function searchForms(search: string, signal: AbortSignal): Promise<Option<number>[]> {
  const rows = await request("GET", "/api/docForm", {
    query: { title: search, type: copyableTypes, i: "bundles" },
    signal,
    toast: false,
  });
  return rows.map(({ id, title, status }) => ({
    value: id,
    label: title,
    note: status === "DRAFT" ? "Draft" : undefined,
  }));
}

/** Resolve to true if the organisation has a CUSTOM_FIELDS form. */
export async function hasCustomFields(signal: AbortSignal): Promise<boolean> {
  const rows = await request("GET", "/api/docForm", {
    query: { type: "CUSTOM_FIELDS", pageSize: 1, i: "bundles" },
    signal,
    toast: false,
  });
  return rows.length > 0;
}
