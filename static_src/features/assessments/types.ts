import type { Dumped } from "../../api/typed";
import type { AssessmentRow } from "../../domain/assessments/assessments";
import type { StatusInfo } from "../../domain/rfx/rfx";

/** An RFx of an assessment: what is asked, of whom, and how far it came. */
export type Survey = Omit<Dumped<"Survey">, "statusInfo"> & { statusInfo: StatusInfo };

/** A follow-up task of one of the surveys. */
export type AssessmentTask = Omit<Dumped<"AssessmentTask">, "assignedToUser"> & {
  assignedToUser: { name: string } | null;
};

export type QuestionScore = Dumped<"QuestionScore">;
export type TopicScore = Dumped<"TopicScore">;

/** The scores of an assessment; shares of 1, null where nothing is scored. */
export type Scoring = {
  overall: number | null;
  respondents: readonly Dumped<"RespondentScore">[];
  topics: readonly TopicScore[];
  questions: readonly QuestionScore[];
  comments: readonly (Omit<Dumped<"QuestionComments">, "answers"> & {
    answers: readonly Dumped<"SurveyComment">[];
  })[];
};

/** An assessment with all that its page shows. */
export type Assessment = AssessmentRow &
  Pick<Dumped<"Assessment">, "mayManage"> & {
    createdBy: { id: number; name: string };
    closedBy: { id: number; name: string } | null;
    rfxs: readonly Survey[];
    tasks: readonly AssessmentTask[];
    scoring: Scoring;
  };
