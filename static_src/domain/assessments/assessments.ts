import type { ApiResponse } from "../../api/types";

/** Types of assessments (specification, section 3, Assessment). */
export type AssessmentType = AssessmentRow["type"];

/** A row of the list of assessments; scores are between 0 and 1. */
export type AssessmentRow = ApiResponse<"AssessmentRow">;

/** Convert a share (0 to 1) to a whole percentage, with halves rounded up; null without a score. */
export function percentOf(share: number | null): number | null {
  if (share === null) return null;
  // A share has six decimal places: fix the percentage to four, so that a float error does not turn .5 into .4999.
  const rounded = Math.floor(Number((Math.abs(share) * 100).toFixed(4)) + 0.5);
  return share < 0 && rounded > 0 ? -rounded : rounded;
}

/** Format a share (0 to 1) as '67%', or return `none` without a score. */
export function percentText(share: number | null, none = "-"): string {
  const percent = percentOf(share);
  return percent === null ? none : `${percent}%`;
}

/** The types to choose from, with the question that each answers. */
export const typeChoices = [
  {
    value: "QUALIFICATION",
    label: "Qualification",
    text: "Is this supplier qualified? The supplier completes a self-assessment; colleagues can add their view.",
  },
  {
    value: "PERFORMANCE",
    label: "Performance",
    text: "How is the supplier performing? People who work with them answer a survey.",
  },
] as const;
