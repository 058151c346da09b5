import type { ApiResponse } from "../../../api/types";
import type { FormDocument } from "../../../domain/questionnaire/rules/types";

/** Published field. Its name and type, its option values, and the names and types of its columns cannot change. */
export type FrozenField = ApiResponse<"FrozenField">;

/**
 * Revision of a form in the editor (GET /api/docForm/{form_id}). The OpenAPI document leaves the type of `doc` open.
 */
export type OpenForm = Omit<ApiResponse<"DocForm">, "doc"> & { doc: FormDocument };

/** Part of a form that users edit and save. */
export type FormContent = Pick<OpenForm, "title" | "doc">;

/** Save of another user in the meantime: the user, the time, and the id of the revision to load. */
export type StaleSave = Pick<ApiResponse<"Error">, "docFormId" | "savedBy"> & { updated: string | null };
