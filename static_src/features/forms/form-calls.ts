import { request } from "../../api/client";
import type { FormRow, FormType } from "../../lib/doc-forms";
import { toasts } from "../../lib/toasts";
import type { Option } from "../../ui/type-ahead";

/** Take a form out of use with all its revisions, or back. */
export async function archiveForm(form: FormRow, archived: boolean): Promise<void> {
  await request("PUT", `/api/docForm/${form.id}/archived`, { body: { archived } });
  toasts.success(archived ? `'${form.title}' archived.` : `'${form.title}' restored.`);
}

export type NewForm = { title: string; type?: FormType; starter?: string; copyOf?: number };

/** Begin a form; the answer is its id. */
export async function addForm(body: NewForm): Promise<number> {
  const { id } = await request<{ id: number }>("POST", "/api/docForm", {
    body,
    toast: (error) => !error.hasFields,
  });
  return id;
}

/** Forms by what their titles hold, as options. */
export async function searchForms(search: string, signal: AbortSignal): Promise<Option<number>[]> {
  const query = { title: search, i: "bundles" };
  const found = await request<FormRow[]>("GET", "/api/docForm", { query, signal });
  return found.map(({ id, title, status }) => ({
    value: id,
    label: title,
    note: status === "DRAFT" ? "Draft" : undefined,
  }));
}
