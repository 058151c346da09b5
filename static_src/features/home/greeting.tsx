import { usePageContext } from "../../lib/browser/page-context";
import { useHydrated } from "../../lib/browser/use-hydrated";
import { PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import type { News, NotificationKind } from "./types";

/** The greeting of the time of day with the viewer's name, and one sentence of news. */
export function Greeting({ name, news }: { name: string; news: News }) {
  const { now } = usePageContext();
  const hydrated = useHydrated();
  const hour = hydrated ? new Date().getHours() : new Date(now).getUTCHours();
  return (
    <PageHeader
      title={`${greetingAt(hour)}, ${name}`}
      sub={
        <>
          <Time value={now} />. {newsSentence(news)}
        </>
      }
    />
  );
}

export function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}

/** Singular and plural of each piece of news, the most important first. */
const phrases: readonly [readonly NotificationKind[], string, string][] = [
  [["RESPONSE_SUBMITTED", "SURVEY_COMPLETED"], "answer came in", "answers came in"],
  [["RESOLUTION_REQUESTED"], "sign-off was requested", "sign-offs were requested"],
  [["FOLLOW_UP_ANSWERED"], "follow-up was answered", "follow-ups were answered"],
  [["RFX_DECLINED"], "request was declined", "requests were declined"],
  [["DEADLINE_PASSED"], "deadline passed", "deadlines passed"],
  [["INVITATION_ACCEPTED"], "invitation was accepted", "invitations were accepted"],
];
const maxPhrases = 2;

/** Return the news since yesterday as one sentence with at most two numbers. */
export function newsSentence(news: News): string {
  const parts = phrases.flatMap(([kinds, one, many]) => {
    const count = kinds.reduce((sum, kind) => sum + (news[kind] ?? 0), 0);
    return count > 0 ? [`${count} ${count === 1 ? one : many}`] : [];
  });
  if (parts.length === 0) return "Nothing new since yesterday.";
  return `${parts.slice(0, maxPhrases).join(" and ")} since yesterday.`;
}
