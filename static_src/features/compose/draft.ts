import type { Uploaded } from "../../api/upload";
import { dateOf, dayOf, dayProblem } from "../../lib/days";
import { isEmail } from "../../lib/email";
import { isBlankHtml } from "../../ui/rich-editor";
import type { Option } from "../../ui/type-ahead";

export type MessageType = "MESSAGE" | "RFI" | "NDA";

/** A user of a chosen organisation. */
export type UserOption = Option<number> & { organisationId: number };

/** A message as it is being written. */
export type Draft = {
  type: MessageType;
  organisations: readonly Option<number>[];
  users: readonly UserOption[];
  guests: readonly Option<string>[];
  documents: readonly Option<number>[];
  deadline: string | null;
  /** What is typed as the deadline, which may be no day. */
  deadlineText: string;
  subject: string;
  html: string;
  files: readonly Uploaded[];
};

export const emptyDraft: Draft = {
  type: "MESSAGE",
  organisations: [],
  users: [],
  guests: [],
  documents: [],
  deadline: null,
  deadlineText: "",
  subject: "",
  html: "",
  files: [],
};

/** Whether the message carries an RFx: documents, a deadline, guests. */
export const carriesRfx = ({ type }: Draft) => type !== "MESSAGE";

/** Types of documents that a message type may carry (specification, section 3, Message types). */
export const documentTypes: Readonly<Record<MessageType, readonly string[]>> = {
  MESSAGE: [],
  RFI: ["RFI", "GENERIC"],
  NDA: ["NDA"],
};

/** Whether anything has been written that somebody would miss. */
export function isWorthKeeping({ subject, html, files, documents }: Draft): boolean {
  return subject.trim() !== "" || !isBlankHtml(html) || files.length > 0 || documents.length > 0;
}

export type DraftErrors = Partial<
  Record<"recipients" | "guests" | "documents" | "deadline" | "subject" | "html" | "files" | "type", string[]>
>;

/** What is missing or wrong, by field; nothing is sent while anything is (specification, section 5). */
export function draftErrors(draft: Draft, today: string): DraftErrors {
  const errors: DraftErrors = {};
  const withRfx = carriesRfx(draft);
  if (draft.organisations.length === 0 && !(withRfx && draft.guests.length > 0)) {
    errors.recipients = [
      withRfx ? "Choose an organisation or enter a guest's e-mail address." : "Choose an organisation.",
    ];
  }
  if (withRfx && draft.documents.length === 0) errors.documents = ["Choose a document."];
  if (withRfx && draft.deadlineText.trim()) {
    const problem = dayProblem(draft.deadlineText);
    if (problem) errors.deadline = [problem];
    else if ((draft.deadline ?? "") < today) errors.deadline = ["The deadline must not be in the past."];
  }
  if (!draft.subject.trim()) errors.subject = ["Please enter a subject."];
  if (isBlankHtml(draft.html)) errors.html = ["Please enter a message."];
  return errors;
}

const fieldOf: Readonly<Record<string, keyof DraftErrors>> = {
  toOrganisationIds: "recipients",
  toUserIds: "recipients",
  toEmails: "guests",
  docFormIds: "documents",
  deadline: "deadline",
  subject: "subject",
  html: "html",
  attachmentIds: "files",
  type: "type",
};

/** The server's sentences at the fields of the form; null where one belongs to none of them. */
export function serverErrors(fields: Readonly<Record<string, string[]>>): DraftErrors | null {
  const errors: DraftErrors = {};
  for (const [name, sentences] of Object.entries(fields)) {
    const field = fieldOf[name.split(".")[0] ?? name];
    if (!field) return null;
    errors[field] = [...(errors[field] ?? []), ...sentences];
  }
  return errors;
}

/** The body of POST /api/messageThread. A deadline is the end of that day where the sender is. */
export function payloadOf(draft: Draft) {
  const withRfx = carriesRfx(draft);
  return {
    toOrganisationIds: draft.organisations.map(({ value }) => value),
    toUserIds: draft.users.map(({ value }) => value),
    type: draft.type,
    subject: draft.subject.trim(),
    html: draft.html,
    attachmentIds: draft.files.map(({ id }) => id),
    ...(withRfx
      ? {
          rfxType: "RFI",
          toEmails: draft.guests.map(({ value }) => value),
          docFormIds: draft.documents.map(({ value }) => value),
          ...(draft.deadline ? { deadline: endOfDay(draft.deadline) } : {}),
        }
      : {}),
  };
}

function endOfDay(day: string): string {
  const end = dateOf(day);
  end.setHours(23, 59, 59, 0);
  return end.toISOString();
}

export const today = () => dayOf(new Date());

/** A guest's address as it is typed: 'jo@example.org', or with a name 'Jo Park <jo@example.org>'. */
export function guestFrom(text: string): Option<string> | null {
  const named = /^([^<>]*)<([^<>]+)>$/.exec(text.trim());
  const email = (named?.[2] ?? text).trim();
  if (!isEmail(email)) return null;
  const name = named?.[1]?.trim().replace(/^"(.*)"$/, "$1") ?? "";
  return name ? { value: `${name} <${email}>`, label: `${name} (${email})` } : { value: email, label: email };
}
