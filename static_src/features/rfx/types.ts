import type { FormDocument } from "../../lib/form-document/types";
import type { RfxOrganisation, RfxStatus, StatusInfo } from "../../lib/rfx";

/** The calls of one RFx, as the API gives and takes them. */
export type Person = { id: number; name: string };

export type Completion = { percent: number; answered: number; total: number };
export type FormCompletion = Completion & { valid: boolean };
export type RfxCompletion = FormCompletion & { byForm: Readonly<Record<string, FormCompletion>> };

/** What this viewer may do with the RFx as it stands. */
export type RfxActions = {
  answer: boolean;
  sign: boolean;
  submit: boolean;
  decline: boolean;
  reopen: boolean;
  remind: boolean;
  changeDeadline: boolean;
  download: boolean;
  seeScoring: boolean;
  seeMessages: boolean;
};

export type RfxForm = { id: number; title: string; type: string; revision: number; doc: FormDocument };

export type FormValue = {
  id: number;
  name: string;
  value: unknown;
  iteration: number;
  updated: string;
  by: Person | null;
};

export type ResponseStatus = "NOT_STARTED" | "INPROGRESS" | "SUBMITTED" | "DECLINED";

export type RfxResponse = {
  organisation: RfxOrganisation;
  status: ResponseStatus;
  updated: string | null;
  submitted: string | null;
  submittedBy: Person | null;
  completion: Completion;
};

export type LatestValues = {
  completion: RfxCompletion;
  values: Readonly<Record<string, FormValue>>;
  outdatedSignatures: readonly string[];
  responses: readonly RfxResponse[];
};

/** A question raised on one field of a response. */
export type FollowUpTask = {
  id: number;
  type: string;
  status: "OPEN" | "ANSWERED" | "CLOSED";
  isOpen: boolean;
  title: string;
  formValue: { name: string } | null;
  fieldKey: string | null;
  docFormId: number | null;
  descriptionHtml: string | null;
  due: string | null;
  created: string;
  closed: string | null;
  messageThreadId: number | null;
};

/** What changes while an RFx is answered: the part that is loaded again after each move. */
export type RfxState = {
  status: RfxStatus;
  statusInfo: StatusInfo;
  rwMap: Readonly<Record<string, boolean>>;
  actions: RfxActions;
  latestValuesFvc: LatestValues;
};

export type Rfx = RfxState & {
  id: number;
  ref: number;
  type: string;
  typeLabel: string;
  title: string;
  bundleName: string | null;
  created: string;
  sentDate: string | null;
  reminderSentDate: string | null;
  deadline: string | null;
  closed: string | null;
  declineReason: string | null;
  assessment: { id: number; title: string } | null;
  relationship: { id: number | null; organisation: RfxOrganisation; withOrganisation: RfxOrganisation };
  thread: { id: number; subject: string; createdBy: Person } | null;
  createdBy: Person;
  viewerRole: "REQUESTER" | "RESPONDENT" | "GUEST";
  docForms: readonly RfxForm[];
  tasks: readonly FollowUpTask[];
};

export type ValueToSave = { value: unknown; baseIteration: number };

export type Conflict = { value: unknown; iteration: number; name: string; updated: string };

export type SaveResult = {
  saved: Readonly<Record<string, { iteration: number; updated: string; value?: unknown }>>;
  conflicts: Readonly<Record<string, Conflict>>;
  refused: Readonly<Record<string, string>>;
  completion: RfxCompletion;
  outdatedSignatures: readonly string[];
  status: RfxStatus;
  statusInfo: StatusInfo;
};
