import type { ApiResponse } from "../../../api/types";
import type { FormDocument } from "../../../domain/questionnaire/rules/types";

/** Saved values, and the visible fields as text. */
export type SavedCustomFields = ApiResponse<"RelationshipCustomFieldsValues">;

/**
 * Form of the organisation's custom fields, and the values of one relationship. The API document has no schema for
 * `custom` of an organisation.
 */
export type CustomFields = SavedCustomFields & { docFormId: number; title: string; doc: FormDocument };
