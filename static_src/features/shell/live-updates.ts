import { requestQuietly } from "../../api/client";
import type { LiveState } from "../../lib/browser/page-context";
import { type BrowserEventName, type BrowserEvents, emit, listen } from "../../lib/events";

/**
 * What is new, asked for every few seconds while somebody looks at the page (docs/adr/0003): the counts of the
 * navigation follow, and lists on the page hear the events by which the page's own changes are told too. A hidden
 * page asks nothing; after failures the gaps grow; a page that nobody touches asks less often.
 */
const gap = 5_000;
const gapWhenIdle = 20_000;
const idleAfter = 5 * 60_000;
const longestGap = 5 * 60_000;

const activity = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Begin with what the page was made with; the function that is given back ends it. */
export function startLiveUpdates(first: LiveState): () => void {
  let known = first;
  let failures = 0;
  let touched = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let again = false;
  let ended = false;

  const plan = (delay: number) => {
    clearTimeout(timer);
    if (ended || document.hidden) return;
    // Pages that were opened together do not ask together for ever.
    timer = setTimeout(ask, delay * (0.8 + Math.random() * 0.4));
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const response = await requestQuietly("/api/updates", { query: { stamp: known.stamp } });
      if (ended) return;
      if (response.status === 401 || response.status === 403) return end();
      if (!response.ok) throw new Error(`status ${response.status}`);
      failures = 0;
      if (response.status === 200) {
        const now = (await response.json()) as LiveState;
        const before = known;
        known = now;
        showCounts(now);
        for (const name of changedSince(before, now)) emit(name, {} as BrowserEvents[typeof name]);
      }
    } catch {
      failures += 1;
    } finally {
      asking = false;
      const idle = Date.now() - touched > idleAfter;
      const next = failures > 0 ? Math.min(gap * 2 ** failures, longestGap) : idle ? gapWhenIdle : gap;
      if (again && !ended) ask();
      else plan(next);
      again = false;
    }
  };
  /** What the viewer has just done changes the counts: an answer on its way may not know it yet. */
  const askNow = () => {
    clearTimeout(timer);
    if (asking) again = true;
    else ask();
  };
  const touch = () => {
    touched = Date.now();
  };
  const wake = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    failures = 0;
    touch();
    ask();
  };
  const end = () => {
    ended = true;
    clearTimeout(timer);
    unlisten();
    document.removeEventListener("visibilitychange", wake);
    window.removeEventListener("online", wake);
    for (const name of activity) window.removeEventListener(name, touch);
  };
  const unlisten = listen("THREAD_SEEN", askNow);
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  for (const name of activity) window.addEventListener(name, touch, { passive: true });
  plan(gap);
  return end;
}

/** What the subject of an event is to lists on a page. */
const meanings: Readonly<Record<string, BrowserEventName>> = {
  message: "MESSAGES_CHANGED",
  ncr: "NON_CONFORMANCE_CHANGED",
  rfx: "RFX_CHANGED",
  task: "RFX_CHANGED",
  assessment: "ASSESSMENT_CHANGED",
  user: "USERS_CHANGED",
};

type Told = Exclude<BrowserEventName, `OPEN_${string}` | "BEFORE_LEAVE">;

/** Which browser events say what has changed between two answers. */
export function changedSince(before: LiveState, now: LiveState): Told[] {
  const told = new Set<BrowserEventName>();
  const [threads, activityBefore] = before.stamp.split("-");
  const [threadsNow, activityNow] = now.stamp.split("-");
  if (threads !== threadsNow || activityBefore !== activityNow) told.add("MESSAGES_CHANGED");
  const last = Math.max(0, ...before.events.map(({ id }) => id));
  const fresh = now.events.filter(({ id }) => id > last);
  for (const { type } of fresh) {
    const meaning = meanings[type.split(".")[0] ?? ""];
    if (meaning) told.add(meaning);
  }
  if (fresh.length > 0 || before.openTasks !== now.openTasks) told.add("EVENT_LOG_CHANGED");
  return [...told] as Told[];
}

/** The numbers beside the entries of the left navigation, which is the page's own HTML. */
function showCounts({ newMessages, openTasks }: LiveState): void {
  showCount("/messages", newMessages);
  showCount("/home", openTasks);
}

function showCount(href: string, count: number): void {
  const place = document.querySelector<HTMLElement>(`#nav-left a[href="${href}"] .count`);
  if (!place?.firstChild) return;
  place.hidden = count === 0;
  place.firstChild.nodeValue = count > 99 ? "99+" : String(count);
}
