import { request } from "../../api/client";
import { keepPreviousData, useQuery } from "../../lib/state/queries";
import { useDates } from "../../lib/text/dates";
import { formatCount } from "../../lib/text/numbers";
import { carriesRfx, type Draft, type UserOption } from "./draft";
import { usePeople } from "./searches";
import { type Preview, usePreview } from "./use-preview";

/** Line with the recipients, the number of questions and the deadline: a sent RFx cannot be undone. */
export function Recap({ draft }: { draft: Draft }) {
  const people = usePeople(draft.organisations);
  const { preview } = usePreview(draft);
  const ids = draft.documents.map(({ value }) => value);
  const questions = useQuery({
    queryKey: ["questionCount", ids],
    queryFn: ({ signal }) =>
      request("GET", "/api/docForm/questionCount", { query: { docFormIds: ids }, signal, toast: false }),
    select: (body) => body.questions,
    enabled: carriesRfx(draft) && ids.length > 0,
    placeholderData: keepPreviousData,
  });
  const dates = useDates();
  const recipients = preview ? previewParts(preview) : recipientParts(draft, people);
  if (!carriesRfx(draft) || recipients.length === 0 || ids.length === 0) return null;
  const count = questions.data ?? 0;
  const parts = [
    ...recipients,
    ...(count > 0 ? [formatCount(count, "question")] : []),
    draft.deadline ? `due ${dates.shortDate(draft.deadline)}` : "no deadline",
  ];
  const background = preview?.inBackground ? ". Sending continues in the background." : "";
  return (
    <p className="footer-note">
      Will be sent: {parts.join(", ")}
      {background}
    </p>
  );
}

function previewParts({ organisations, people, guests }: Preview): string[] {
  return [
    ...(organisations > 0 ? [formatCount(organisations, "organisation")] : []),
    ...(people > 0 ? [formatCount(people, "person", "people")] : []),
    ...(guests > 0 ? [formatCount(guests, "guest")] : []),
  ];
}

/** Return the number of organisations, of their addressed people and of guests, without zeros. */
export function recipientParts(
  { organisations, users, guests }: Draft,
  people: readonly UserOption[],
): string[] {
  const isNamed = (organisationId: number) => users.some((user) => user.organisationId === organisationId);
  const addressed = users.length + people.filter(({ organisationId }) => !isNamed(organisationId)).length;
  return [
    ...(organisations.length > 0 ? [formatCount(organisations.length, "organisation")] : []),
    ...(addressed > 0 ? [formatCount(addressed, "person", "people")] : []),
    ...(guests.length > 0 ? [formatCount(guests.length, "guest")] : []),
  ];
}
