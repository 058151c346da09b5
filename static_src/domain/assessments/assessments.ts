import type { ApiResponse } from "../../api/types";

/** What lists and details of assessments share (specification, section 3, Assessment). */
export type AssessmentType = AssessmentRow["type"];
export type AssessmentStatus = AssessmentRow["status"];

/** One assessment in a list; scores are shares of 1. */
export type AssessmentRow = ApiResponse<"AssessmentRow">;

/** The scores of a supplier of one type, newest first. */
export type ScoreHistory = ApiResponse<"ScoreHistory">;

/** A share of 1 as the whole percentage that is shown, a half rounded up; null where nothing is scored. */
export function percentOf(share: number | null): number | null {
  if (share === null) return null;
  // What six places hold exactly must not slip below a half.
  const rounded = Math.floor(Number((Math.abs(share) * 100).toFixed(4)) + 0.5);
  return share < 0 && rounded > 0 ? -rounded : rounded;
}

/** '67%', or the words for nothing. */
export function percentText(share: number | null, none = "-"): string {
  const percent = percentOf(share);
  return percent === null ? none : `${percent}%`;
}
