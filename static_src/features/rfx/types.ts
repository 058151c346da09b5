import type { Dumped, Schema } from "../../api/typed";
import type { FormDocument } from "../../domain/questionnaire/rules/types";
import type { StatusInfo } from "../../domain/rfx/rfx";

/** The calls of one RFx, as the API gives and takes them, with what its description leaves open. */
export type RfxActions = Schema<"Actions">;

export type FormCompletion = Schema<"FormCompletion">;
export type RfxCompletion = Schema<"TotalCompletion">;

export type RfxForm = Omit<Schema<"PinnedForm">, "doc"> & { doc: FormDocument };

export type RfxResponse = Dumped<"RfxResponse">;
export type ResponseStatus = RfxResponse["status"];

export type LatestValues = Omit<Schema<"FormValueCollection">, "responses"> & {
  responses: readonly RfxResponse[];
};

/** A question raised on one field of a response. */
export type FollowUpTask = Pick<
  Dumped<"SubjectTask">,
  | "id"
  | "type"
  | "status"
  | "isOpen"
  | "title"
  | "formValue"
  | "fieldKey"
  | "docFormId"
  | "descriptionHtml"
  | "due"
  | "created"
  | "closed"
  | "messageThread"
  | "assignedBy"
  | "assignedToUser"
>;

/** An answer that the own organisation gave to the same library question in another RFx. */
export type EarlierAnswer = Schema<"EarlierAnswer">;

/** What changes while an RFx is answered: the part that is loaded again after each move. */
export type RfxState = Omit<Schema<"RfxState">, "statusInfo" | "latestValuesFvc" | "tasks"> & {
  statusInfo: StatusInfo;
  latestValuesFvc: LatestValues;
  tasks: readonly FollowUpTask[];
};

export type Rfx = Omit<
  Dumped<"Rfx">,
  "fields" | "docForms" | "assessment" | "scoring" | "reuse" | "thread" | keyof RfxState
> &
  RfxState & {
    docForms: readonly RfxForm[];
    assessment: { id: number; title: string } | null;
    /** For the requester's users alone. */
    scoring?: { overall: number | null };
    /** What the own organisation answered to the same questions before, by the key of the field that it fits. */
    reuse?: Readonly<Record<string, EarlierAnswer>>;
    thread: Dumped<"ThreadRef"> | null;
  };

export type ValueToSave = { value: unknown; baseIteration: number };

export type Conflict = Dumped<"Conflict">;

export type SaveResult = Omit<Schema<"SaveResult">, "statusInfo"> & { statusInfo: StatusInfo };
