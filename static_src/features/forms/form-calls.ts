import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import type { ApiBody } from "../../api/types";
import { type FormFault, formTypeChoices } from "../../domain/forms/doc-forms";
import type { Option } from "../../ui/type-ahead";
import type { OpenForm } from "./editor/types";

/** Take a form out of use with all its revisions, or back. */
export function archiveForm(id: number, archived: boolean): Promise<OpenForm> {
  return request("PUT", "/api/docForm/{form_id}/archived", {
    path: { form_id: id },
    body: { archived },
  }) as Promise<OpenForm>;
}

/** Faults of the document, and another's save in between, are left to the caller, who shows them. */
export function publishForm(id: number, version: number): Promise<OpenForm> {
  return request("POST", "/api/docForm/{form_id}/publish", {
    path: { form_id: id },
    body: { version },
    toast: (error) => error.status !== 422 && error.status !== 409,
  }) as Promise<OpenForm>;
}

/** What a refused save or publishing says about fields. */
export function faultsOf(error: unknown): FormFault[] {
  return error instanceof ApiError ? (error.body.faults ?? []) : [];
}

export type NewForm = ApiBody<"NewDocForm">;

/** Begin a form; the answer is its id. What is refused is left to the caller, who shows it. */
export async function addForm(body: NewForm): Promise<number> {
  const { id } = await request("POST", "/api/docForm", { body, toast: false });
  return id;
}

const copied = formTypeChoices.map(({ value }) => value).filter((type) => type !== "CUSTOM_FIELDS");

/** Forms by what their titles hold, as options; but for the one for custom fields, since there can be no second. */
export async function searchForms(search: string, signal: AbortSignal): Promise<Option<number>[]> {
  const found = await request("GET", "/api/docForm", {
    query: { title: search, type: copied, i: "bundles" },
    signal,
    toast: false,
  });
  return found.map(({ id, title, status }) => ({
    value: id,
    label: title,
    note: status === "DRAFT" ? "Draft" : undefined,
  }));
}

/** Whether there is a form for custom fields. */
export async function hasCustomFields(signal: AbortSignal): Promise<boolean> {
  const found = await request("GET", "/api/docForm", {
    query: { type: "CUSTOM_FIELDS", pageSize: 1, i: "bundles" },
    signal,
    toast: false,
  });
  return found.length > 0;
}
