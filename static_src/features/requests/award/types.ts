import type { ApiBody, ApiResponse } from "../../../api/types";

/** The award of a request with its suppliers, the viewer's actions and the history. */
export type Award = ApiResponse<"Award">;

/** A supplier of the request with the decision on it. */
export type AwardSupplier = Award["suppliers"][number];

/** The letter to one supplier. */
export type AwardLetter = ApiResponse<"AwardLetter">;

/** A colleague. */
export type AwardPerson = ApiResponse<"AwardPerson">;

/** The body that saves the decision. */
export type DecisionBody = ApiBody<"Decision">;
