import type { ApiResponse } from "../../api/types";
import { guestFrom } from "../../domain/people/guest-address";
import { dayOf, printDay } from "../../lib/text/days";
import { type Draft, emptyDraft } from "./draft";

/** Return a draft with the content of an earlier request, without recipients. */
export function copiedDraft(copy: ApiResponse<"RequestCopy">): Draft {
  const deadline = copy.deadline ? dayOf(new Date(copy.deadline)) : null;
  return {
    ...emptyDraft,
    type: copy.type,
    subject: copy.title,
    html: copy.messageHtml,
    documents: copy.docForms.map(({ id, title }) => ({ value: id, label: title })),
    deadline,
    deadlineText: printDay(deadline),
    isSealed: copy.isSealed,
    linksNeedCode: copy.linksNeedCode,
    files: copy.attachments,
  };
}

/** Return a draft for a new round of an RFx, to its respondent. */
export function newRoundDraft(rfxId: number, round: ApiResponse<"NewRound">): Draft {
  const { organisation, submitted } = round;
  const guest = round.guest ? guestFrom(round.guest) : null;
  return {
    ...copiedDraft(round),
    organisations: organisation ? [{ value: organisation.id, label: organisation.name }] : [],
    guests: guest ? [guest] : [],
    previous: { rfxId, submitted, organisationId: organisation?.id ?? null, guest: guest?.value ?? null },
  };
}
