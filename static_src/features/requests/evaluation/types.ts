import type { ApiResponse } from "../../../api/types";

export type Evaluation = ApiResponse<"Evaluation">;
export type Criterion = Evaluation["criteria"][number];
export type EvaluatedSupplier = Evaluation["suppliers"][number];
export type Evaluator = Evaluation["evaluators"][number];
export type OwnMark = NonNullable<Evaluation["own"]>["marks"][number];
export type Result = Evaluation["results"][number];
export type CriterionValue = Result["values"][number];

export const maxCriteria = 20;
export const maxEvaluators = 30;
export const maxText = 2000;
export const highestMark = 10;
