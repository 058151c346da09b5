import type { ApiResponse } from "../../api/types";

/** An assessment with all that its page shows. */
export type Assessment = ApiResponse<"Assessment">;

/** An RFx of an assessment: what is asked, of whom, and how far it came. */
export type Survey = ApiResponse<"Survey">;

/** A follow-up task of one of the surveys. */
export type AssessmentTask = ApiResponse<"AssessmentTask">;

/** The scores of an assessment; shares of 1, null where nothing is scored. */
export type Scoring = ApiResponse<"AssessmentScoring">;
export type QuestionScore = ApiResponse<"QuestionScore">;
export type TopicScore = ApiResponse<"TopicScore">;
