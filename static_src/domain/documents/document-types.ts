import type { ApiResponse } from "../../api/types";
import { formatCount } from "../../lib/text/numbers";

export type DocumentType = ApiResponse<"DocumentType">;
export type TypeBrief = ApiResponse<"DocumentTypeBrief">;
export type DocumentField = TypeBrief["fields"][number];
export type Validity = TypeBrief["validity"];

/** The details that a type can ask for, in the order of the forms. */
export const fieldLabels: Record<DocumentField, string> = {
  NUMBER: "Number",
  ISSUER: "Issuer",
  SCOPE: "Scope",
  SITES: "Sites",
  SUM_INSURED: "Sum insured",
};

export const fieldNames = Object.keys(fieldLabels) as DocumentField[];

/** Return how long a document of a type is valid: "36 months from issue". */
export function validityText({ validity, months }: Pick<TypeBrief, "validity" | "months">): string {
  if (validity === "ALWAYS") return "Always";
  if (validity === "UNTIL_DATE") return "Until a date";
  return `${formatCount(Number(months), "month")} from issue`;
}
