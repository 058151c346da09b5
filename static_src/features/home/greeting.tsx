import { usePageContext } from "../../lib/browser/page-context";
import { useHydrated } from "../../lib/browser/use-hydrated";
import { useDates } from "../../lib/text/dates";
import { localLongDay, serverLongDay } from "../../lib/text/long-day";
import { formatCount } from "../../lib/text/numbers";
import { PageHeader } from "../../ui/page-header";
import type { News, NotificationKind, TaskRow } from "./types";

type Props = {
  name: string;
  /** The hour in the user's time zone as the server knows it, until the browser's clock replaces it. */
  hour: number;
  news: News;
  /** The first open tasks by due date. */
  tasks: readonly TaskRow[];
};

/** The greeting of the time of day with the viewer's name, the day, and one sentence of news. */
export function Greeting({ name, hour, news, tasks }: Props) {
  const { now, monthFirst } = usePageContext();
  const dates = useDates();
  const hydrated = useHydrated();
  const day = hydrated ? localLongDay(new Date(now)) : serverLongDay(new Date(now), monthFirst);
  const late = tasks.filter(({ due }) => dates.due(due)?.urgency === "late").length;
  return (
    <PageHeader
      title={`${greetingAt(hydrated ? new Date().getHours() : hour)}, ${firstNameOf(name)}`}
      sub={
        <>
          <time dateTime={now}>{day}</time>. {newsSentence(news, late)}
        </>
      }
    />
  );
}

/** Return the first name for a greeting, without a title such as "Dr."; the whole name if its order is unclear. */
export function firstNameOf(name: string): string {
  if (name.includes(",")) return name;
  return name.split(/\s+/).find((word) => /^\p{L}/u.test(word) && !word.endsWith(".")) ?? name;
}

export function greetingAt(hour: number): string {
  if (hour < 12) return "Good morning";
  return hour < 18 ? "Good afternoon" : "Good evening";
}

/** Singular and plural of each piece of news, the most important first. */
const phrases: readonly [readonly NotificationKind[], string, string][] = [
  [["RESPONSE_SUBMITTED", "SURVEY_COMPLETED"], "answer came in", "answers came in"],
  [["RESOLUTION_REQUESTED"], "sign-off was requested", "sign-offs were requested"],
  [["CORRECTIVE_STEP_SENT"], "corrective step came in", "corrective steps came in"],
  [["CORRECTIVE_STEP_LATE"], "corrective step is late", "corrective steps are late"],
  [["FOLLOW_UP_ANSWERED"], "follow-up was answered", "follow-ups were answered"],
  [["REVIEW_DONE"], "review was finished", "reviews were finished"],
  [["DOCUMENT_RECEIVED"], "document came in", "documents came in"],
  [["DOCUMENT_REJECTED"], "document was rejected", "documents were rejected"],
  [["DOCUMENT_ENDING"], "document ends soon", "documents end soon"],
  [["RFX_DECLINED"], "request was declined", "requests were declined"],
  [["RFX_HANDED_OVER"], "request was handed over", "requests were handed over"],
  [["DEADLINE_PASSED"], "deadline passed", "deadlines passed"],
  [["SCHEDULE_ENDED"], "schedule ended", "schedules ended"],
  [["INVITATION_ACCEPTED"], "invitation was accepted", "invitations were accepted"],
];
const maxPhrases = 2;

/** Return one sentence with at most two numbers of the news since yesterday, and the number of late tasks. */
export function newsSentence(news: News, lateTasks = 0): string {
  const parts = phrases.flatMap(([kinds, one, many]) => {
    const count = kinds.reduce((sum, kind) => sum + (news[kind] ?? 0), 0);
    return count > 0 ? [formatCount(count, one, many)] : [];
  });
  const shown = parts.slice(0, maxPhrases);
  const sinceYesterday = shown.length > 0 ? `${shown.join(" and ")} since yesterday` : "";
  if (lateTasks === 0) return `${sinceYesterday || "Nothing new since yesterday"}.`;
  const late = `${formatCount(lateTasks, "task is", "tasks are")} late`;
  return sinceYesterday ? `${sinceYesterday}, and ${late}.` : `Nothing new since yesterday, but ${late}.`;
}
