import type { ApiResponse } from "../../api/types";
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
    files: copy.attachments,
  };
}
