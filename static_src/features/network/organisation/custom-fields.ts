import type { ApiResponse } from "../../../api/types";
import type { FormDocument } from "../../../domain/questionnaire/rules/types";

/** What is different after a change: the values, and the fields that show, in words. */
export type SavedCustomFields = ApiResponse<"RelationshipCustomFieldsValues">;

/**
 * The form of the own organisation's custom fields, and the values of one relationship. The API document leaves the
 * content of `custom` of an organisation open.
 */
export type CustomFields = SavedCustomFields & { docFormId: number; title: string; doc: FormDocument };
