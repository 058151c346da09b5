import type { ApiBody } from "../../api/types";
import type { Uploaded } from "../../api/upload";
import type { FormType } from "../../domain/forms/doc-forms";
import type { Level } from "../../domain/level";
import { guestEmail, guestsFault } from "../../domain/people/guest-address";
import type { BrowserEvents } from "../../lib/events";
import { dayOf, dayProblem, endOfDay, parseDay } from "../../lib/text/days";
import { isBlankHtml } from "../../ui/rich-editor";
import type { Option } from "../../ui/type-ahead";

export type MessageType = "MESSAGE" | "RFI" | "NDA";

/** A user of a selected organisation; `email` only if the viewer may see it. */
export type UserOption = Option<number> & { organisationId: number; email?: string | null | undefined };

/** A form, or a bundle of forms. */
export type DocumentOption = Option<number> & { bundle?: Bundle };

/** A selected bundle, with its documents at the time of selection. */
type Bundle = { id: number; name: string; documents: readonly Option<number>[] };

/** The query of the Network list whose organisations are addressed, with a text that describes it. */
type NetworkFilter = NonNullable<BrowserEvents["OPEN_NEW_MESSAGE"]["networkFilter"]>;

/** A submitted RFx, and the organisation or the guest that answered it. */
type Previous = {
  rfxId: number;
  submitted: string | null;
  organisationId: number | null;
  guest: string | null;
};

/** Values of the New Message form. */
export type Draft = {
  type: MessageType;
  organisations: readonly Option<number>[];
  users: readonly UserOption[];
  guests: readonly Option<string>[];
  /** Text in the guest input that is not an address yet. */
  guestText?: string;
  tags: readonly Option<string>[];
  levels: readonly Level[];
  networkFilter: NetworkFilter | null;
  /** The unchanged text of a pasted list of names and addresses. */
  pasted: string;
  documents: readonly Option<number>[];
  /** The bundle that equals the documents; null after the documents were changed. */
  bundle: Bundle | null;
  deadline: string | null;
  /** Text of the deadline input, which may not be a date. */
  deadlineText: string;
  /** True if it is sent at a chosen time. */
  isScheduled: boolean;
  sendDayText: string;
  sendTime: string;
  /** True if answers are readable only after the deadline. */
  isSealed: boolean;
  /** True if guests confirm their links with a code that they get by mail. */
  linksNeedCode: boolean;
  /** True if each supplier gets its last answers to the documents to confirm. */
  carriesAnswers: boolean;
  /** The RFx of which this is a new round, with its respondent; null for any other request. */
  previous: Previous | null;
  subject: string;
  html: string;
  files: readonly Uploaded[];
};

export const emptyDraft: Draft = {
  type: "MESSAGE",
  organisations: [],
  users: [],
  guests: [],
  tags: [],
  levels: [],
  networkFilter: null,
  pasted: "",
  documents: [],
  bundle: null,
  deadline: null,
  deadlineText: "",
  isScheduled: false,
  sendDayText: "",
  sendTime: "09:00",
  isSealed: false,
  linksNeedCode: false,
  carriesAnswers: true,
  previous: null,
  subject: "",
  html: "",
  files: [],
};

/** Return true if the message contains an RFx: documents, a deadline, guests. */
export const carriesRfx = ({ type }: Draft) => type !== "MESSAGE";

/** Types of documents that each message type may contain (specification, section 3, Message types). */
export const documentTypes: Readonly<Record<MessageType, readonly FormType[]>> = {
  MESSAGE: [],
  RFI: ["RFI", "GENERIC"],
  NDA: ["NDA"],
};

/** Return true if the draft has content worth a confirmation before it is discarded. */
export function isWorthKeeping({ subject, html, files, documents, pasted }: Draft): boolean {
  const isWritten = subject.trim() !== "" || pasted.trim() !== "" || !isBlankHtml(html);
  return isWritten || files.length > 0 || documents.length > 0;
}

export type DraftErrors = Partial<
  Record<
    | "recipients"
    | "guests"
    | "pasted"
    | "documents"
    | "deadline"
    | "sendAt"
    | "subject"
    | "html"
    | "files"
    | "type",
    string[]
  >
>;

/** Validate the draft; returns errors by field. It is sent only without errors (specification, section 5). */
export function draftErrors(draft: Draft, today: string): DraftErrors {
  const errors: DraftErrors = {};
  const withRfx = carriesRfx(draft);
  if (draft.organisations.length === 0 && !(withRfx && hasOtherRecipients(draft))) {
    errors.recipients = [
      withRfx ? "Choose an organisation or enter a guest's e-mail address." : "Choose an organisation.",
    ];
  }
  const guestFault = withRfx && guestsFault(draft.guestText);
  if (guestFault) errors.guests = guestFault;
  if (withRfx && draft.documents.length === 0) errors.documents = ["Choose a document."];
  if (withRfx && draft.deadlineText.trim()) {
    const problem = dayProblem(draft.deadlineText);
    if (problem) errors.deadline = [problem];
    else if ((draft.deadline ?? "") < today) errors.deadline = ["The deadline must not be in the past."];
  }
  if (withRfx && draft.isSealed && !draft.deadlineText.trim()) {
    errors.deadline = ["Set a deadline: sealed answers are opened then."];
  }
  if (withRfx && draft.isScheduled) {
    const problem = sendDayProblem(draft, today);
    if (problem) errors.sendAt = [problem];
  }
  if (!draft.subject.trim()) errors.subject = ["Please enter a subject."];
  if (isBlankHtml(draft.html)) errors.html = ["Please enter a message."];
  return errors;
}

function hasOtherRecipients({ guests, tags, levels, networkFilter, pasted }: Draft): boolean {
  const isListed = guests.length > 0 || pasted.trim() !== "";
  return isListed || tags.length > 0 || levels.length > 0 || networkFilter !== null;
}

function sendDayProblem({ sendDayText, sendTime, deadline }: Draft, today: string): string | null {
  const day = parseDay(sendDayText);
  if (!sendDayText.trim()) return "Choose the day of sending.";
  if (!day) return dayProblem(sendDayText);
  if (!sendTime) return "Choose the time of sending.";
  if (day < today) return "Choose a time in the future.";
  return deadline && deadline < day ? "The deadline must be after the request is sent." : null;
}

const fieldOf: Readonly<Record<string, keyof DraftErrors>> = {
  recipients: "recipients",
  "recipients.pasted": "pasted",
  toOrganisationIds: "recipients",
  toUserIds: "recipients",
  toEmails: "guests",
  docFormIds: "documents",
  docFormBundleId: "documents",
  deadline: "deadline",
  sendAt: "sendAt",
  subject: "subject",
  html: "html",
  attachmentIds: "files",
  type: "type",
};

/**
 * Map the server's errors to the fields of the form. Returns null if an error belongs to no field. Without a pasted list
 * its errors belong to the guests, who have no lines.
 */
export function serverErrors(
  fields: Readonly<Record<string, string[]>>,
  draft?: Pick<Draft, "pasted">,
): DraftErrors | null {
  const errors: DraftErrors = {};
  for (const [name, sentences] of Object.entries(fields)) {
    const field = fieldOf[name] ?? fieldOf[name.split(".")[0] ?? name];
    if (!field) return null;
    errors[field] = [...(errors[field] ?? []), ...sentences];
  }
  const { pasted, ...others } = errors;
  if (pasted && draft && !draft.pasted.trim()) {
    return { ...others, guests: pasted.map((sentence) => sentence.replace(/^Line \d+: /, "")) };
  }
  return errors;
}

/** Build the body of POST /api/messageThread, for a plain message. */
export function messageBody(draft: Draft): ApiBody<"NewThread"> {
  return {
    toOrganisationIds: draft.organisations.map(({ value }) => value),
    toUserIds: draft.users.map(({ value }) => value),
    type: "MESSAGE",
    subject: draft.subject.trim(),
    html: draft.html,
    attachmentIds: draft.files.map(({ id }) => id),
  };
}

/** Return what an RFx contains. The deadline is the end of the day in the sender's time zone. */
export function contentOf(draft: Draft) {
  return {
    subject: draft.subject.trim(),
    html: draft.html,
    attachmentIds: draft.files.map(({ id }) => id),
    docFormIds: draft.documents.map(({ value }) => value),
    ...(draft.bundle ? { docFormBundleId: draft.bundle.id } : {}),
    ...(draft.deadline ? { deadline: endOfDay(draft.deadline) } : {}),
  };
}

/**
 * Return the changes for a new list of guests. A guest who is a user in `known` (the users of the selected
 * organisations) becomes a user recipient, or part of "everyone" if no users are selected; `note` says so.
 */
export function withGuests(
  draft: Draft,
  guests: readonly Option<string>[],
  knownUsers: readonly UserOption[],
): { changes: Partial<Draft>; note: string } {
  const byEmail = new Map(
    knownUsers.flatMap((user) => (user.email ? [[user.email.toLowerCase(), user] as const] : [])),
  );
  const matchingUsers = guests.flatMap((guest) => byEmail.get(guestEmail(guest)) ?? []);
  if (matchingUsers.length === 0) return { changes: { guests }, note: "" };
  const hasSelectedUsers = ({ organisationId }: UserOption) =>
    draft.users.some((user) => user.organisationId === organisationId);
  const added = matchingUsers.filter(
    (user) => hasSelectedUsers(user) && !draft.users.some(({ value }) => value === user.value),
  );
  const names = matchingUsers.map(({ label }) => label).join(", ");
  return {
    changes: {
      guests: guests.filter((guest) => !byEmail.has(guestEmail(guest))),
      users: [...draft.users, ...added],
    },
    note: `${names} ${matchingUsers.length === 1 ? "has an account and is" : "have accounts and are"} among the users above.`,
  };
}

/**
 * Return the changes for a new selection of documents. A bundle adds its documents to the selection. If the selection
 * equals the bundle, it is sent as the bundle.
 */
export function withDocuments(draft: Draft, chosen: readonly DocumentOption[]): Partial<Draft> {
  const added = chosen.find((option) => option.bundle)?.bundle;
  const others = chosen.filter((option) => !option.bundle && !isIn(added, option));
  const documents = [...others, ...(added?.documents ?? [])];
  const bundle = (others.length === 0 && added) || null;
  // The title of the first document, or the name of the bundle, is the default subject until the user types another.
  const hasDefaultSubject = [undefined, draft.documents[0]?.label, draft.bundle?.name].includes(
    draft.subject.trim() || undefined,
  );
  const subject = bundle ? bundle.name : (documents[0]?.label ?? "");
  return { documents, bundle, ...(hasDefaultSubject ? { subject } : {}) };
}

/** Return the text that announces added documents, single or from a bundle. */
export function addedText(draft: Draft, added: readonly DocumentOption[]): string {
  const names = added.map(({ label, bundle }) => {
    if (!bundle) return label;
    const newDocuments = bundle.documents.filter(
      ({ value }) => !draft.documents.some((selected) => selected.value === value),
    );
    return newDocuments.map((document) => document.label).join(", ");
  });
  const text = names.filter(Boolean).join(", ");
  return text ? `${text} added.` : "All documents of this bundle are chosen already.";
}

const isIn = (bundle: Bundle | undefined, { value }: Option<number>) =>
  bundle?.documents.some((document) => document.value === value) ?? false;

export const today = () => dayOf(new Date());
