import type { ApiResponse } from "../../api/types";

/** An assessment with everything that its page shows. */
export type Assessment = ApiResponse<"Assessment">;

/** An RFx of an assessment: its form, recipient and progress. */
export type Survey = ApiResponse<"Survey">;

/** A follow-up task of a survey. */
export type AssessmentTask = ApiResponse<"AssessmentTask">;

/** Scores of an assessment, as fractions from 0 to 1; null without scored answers. */
export type Scoring = ApiResponse<"AssessmentScoring">;
