import type { FormDocument } from "../../../domain/questionnaire/rules/types";

/** The form of the own organisation's custom fields, and the values of one relationship. */
export type CustomFields = {
  docFormId: number;
  title: string;
  doc: FormDocument;
  values: Record<string, unknown>;
  /** The fields that show, in words. */
  summary: { name: string; label: string; text: string }[];
};

/** What is different after a change. */
export type SavedCustomFields = Pick<CustomFields, "values" | "summary">;
