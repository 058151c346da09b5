import type { ApiResponse } from "../../../api/types";
import type { FormDocument } from "../../../domain/questionnaire/rules/types";

/** A field that was published: its name and type stay, what its options store, and names and types of its columns. */
export type FrozenField = ApiResponse<"FrozenField">;

/**
 * One revision of a form, as the editor opens it (GET /api/docForm/{form_id}). The API document leaves the content of
 * `doc` open.
 */
export type OpenForm = Omit<ApiResponse<"DocForm">, "doc"> & { doc: FormDocument };

/** What of a form is written by hand, and saved. */
export type FormContent = Pick<OpenForm, "title" | "doc">;

/** Somebody else saved since: who, when, and which revision to load. */
export type StaleSave = Pick<ApiResponse<"Error">, "docFormId" | "savedBy"> & { updated: string | null };
