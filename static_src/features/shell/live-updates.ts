import { requestQuietly } from "../../api/client";
import type { LiveState } from "../../lib/browser/page-context";
import { type BrowserEventName, type BrowserEvents, emit, listen } from "../../lib/events";

/**
 * Poll for changes every few seconds while the page is visible (docs/adr/0003). Updates the counts of the navigation,
 * and dispatches the same browser events as changes on the page, so that lists reload. A hidden page does not poll;
 * the interval grows after failures and without user activity.
 */
const gap = 5_000;
const gapWhenIdle = 20_000;
const idleAfter = 5 * 60_000;
const longestGap = 5 * 60_000;

const activity = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** Start polling from the state in the page. Returns a function that stops it. */
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
    // Jitter, so that pages opened together do not poll together.
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
  /** Poll now because the viewer changed something. A response in flight may not contain the change. */
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

/** Browser event for each subject of an event in the log. */
const meanings: Readonly<Record<string, BrowserEventName>> = {
  message: "MESSAGES_CHANGED",
  ncr: "NON_CONFORMANCE_CHANGED",
  rfx: "RFX_CHANGED",
  task: "RFX_CHANGED",
  assessment: "ASSESSMENT_CHANGED",
  user: "USERS_CHANGED",
};

type Told = Exclude<BrowserEventName, `OPEN_${string}` | "BEFORE_LEAVE">;

/** Return the browser events for the changes between two states. */
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

/** Update the numbers in the left navigation, which is server-rendered HTML outside the islands. */
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
