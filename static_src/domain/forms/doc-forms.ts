import type { ApiResponse } from "../../api/types";

/** Labels of the form types, the same on every screen (specification, section 3, DocForm). */
const formTypes = {
  RFI: "RFI",
  NDA: "NDA",
  GENERIC: "Generic",
  INTERNAL_SURVEY: "Internal survey",
  SELF_SURVEY: "Self survey",
  PERFORMANCE_EMAIL: "Performance assessment e-mail",
  QUALIFICATION_EMAIL: "Qualification assessment e-mail",
  CUSTOM_FIELDS: "Custom fields",
} as const;

export type FormType = keyof typeof formTypes;

export const formTypeChoices = Object.entries(formTypes).map(([value, label]) => ({
  value: value as FormType,
  label,
}));

export const formTypeLabel = (type: string) => formTypes[type as FormType] ?? type;

/** Revisions count from 0 and are shown from 1 (specification, section 2, Forms). */
export const revisionLabel = ({ revision }: { revision: number }) => `Revision ${revision + 1}`;

export type FormRow = ApiResponse<"DocFormRow">;
export type FormBundle = ApiResponse<"DocFormBundle">;
export type BundleRef = ApiResponse<"BundleRef">;
/** Error that prevents storing or publishing a document; `fid` is the id of the affected field. */
export type FormFault = ApiResponse<"Fault">;
