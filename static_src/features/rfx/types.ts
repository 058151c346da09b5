import type { ApiBody, ApiResponse } from "../../api/types";
import type { FormDocument } from "../../domain/questionnaire/rules/types";

export type FormCompletion = ApiResponse<"FormCompletion">;

type RfxForm = Omit<ApiResponse<"PinnedForm">, "doc" | "html"> & { doc: FormDocument };

type RfxResponse = ApiResponse<"RfxResponse">;
export type ResponseStatus = RfxResponse["status"];

/** Follow-up task on a field of a response. */
export type FollowUpTask = ApiResponse<"SubjectTask">;

/** Answer of the same organisation to the same library question in another RFx. */
type EarlierAnswer = ApiResponse<"EarlierAnswer">;

/** Latest answers by the keys of their fields. */
type LatestValues = Omit<ApiResponse<"FormValueCollection">, "values"> & {
  values: Record<
    string,
    Omit<ApiResponse<"FormValue">, "accepted"> & {
      /** Time when the requester accepted it; absent before that, and for the respondent. */
      accepted?: string;
    }
  >;
};

/** The parts of an RFx that change while it is answered; loaded again after each status change. */
export type RfxState = Omit<ApiResponse<"RfxState">, "latestValuesFvc" | "reviewKeys"> &
  Reviewable & { latestValuesFvc: LatestValues };

type Reviewable = {
  /** The only answers that the viewer may review; absent if these are not limited. */
  reviewKeys?: readonly string[];
};

/** The answers of the last round that wait for a confirmation, by the key of the field. */
export type Carried = Omit<ApiResponse<"RfxCarried">, "offers"> & {
  offers: Readonly<Record<string, Partial<ApiResponse<"CarriedOffer">>>>;
};

export type Rfx = Omit<
  ApiResponse<"Rfx">,
  "fields" | "docForms" | "assessment" | "scoring" | "reuse" | "latestValuesFvc" | "reviewKeys" | "carried"
> &
  Reviewable & {
    latestValuesFvc: LatestValues;
    docForms: readonly RfxForm[];
    assessment: { id: number; title: string } | null;
    /** Only for users of the requester. */
    scoring?: ApiResponse<"OverallScore">;
    /** Earlier answers of the same organisation to the same questions, by the key of the field. */
    reuse?: Readonly<Record<string, EarlierAnswer>>;
    carried: Carried | null;
  };

export type ValueToSave = ApiBody<"GivenValue">;

export type Conflict = ApiResponse<"Conflict">;

export type SaveResult = ApiResponse<"SaveResult">;
