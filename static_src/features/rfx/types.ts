import type { ApiBody, ApiResponse } from "../../api/types";
import type { FormDocument } from "../../domain/questionnaire/rules/types";

/** One RFx as the API gives and takes it, with what the API document leaves open. */
export type RfxActions = ApiResponse<"Actions">;

export type FormCompletion = ApiResponse<"FormCompletion">;
export type RfxCompletion = ApiResponse<"TotalCompletion">;

export type RfxForm = Omit<ApiResponse<"PinnedForm">, "doc" | "html"> & { doc: FormDocument };

export type RfxResponse = ApiResponse<"RfxResponse">;
export type ResponseStatus = RfxResponse["status"];

/** A question raised on one field of a response. */
export type FollowUpTask = ApiResponse<"SubjectTask">;

/** An answer that the own organisation gave to the same library question in another RFx. */
export type EarlierAnswer = ApiResponse<"EarlierAnswer">;

/** The latest answers by the keys of their fields. */
type LatestValues = Omit<ApiResponse<"FormValueCollection">, "values"> & {
  values: Record<
    string,
    Omit<ApiResponse<"FormValue">, "accepted"> & {
      /** When the requester accepted it; absent before that, and for the respondent. */
      accepted?: string;
    }
  >;
};

/** What changes while an RFx is answered: the part that is loaded again after each move. */
export type RfxState = Omit<ApiResponse<"RfxState">, "latestValuesFvc"> & { latestValuesFvc: LatestValues };

export type Rfx = Omit<
  ApiResponse<"Rfx">,
  "fields" | "docForms" | "assessment" | "scoring" | "reuse" | "latestValuesFvc"
> & {
  latestValuesFvc: LatestValues;
  docForms: readonly RfxForm[];
  assessment: { id: number; title: string } | null;
  /** For the requester's users alone. */
  scoring?: ApiResponse<"OverallScore">;
  /** What the own organisation answered to the same questions before, by the key of the field that it fits. */
  reuse?: Readonly<Record<string, EarlierAnswer>>;
};

export type ValueToSave = ApiBody<"GivenValue">;

export type Conflict = ApiResponse<"Conflict">;

export type SaveResult = ApiResponse<"SaveResult">;
