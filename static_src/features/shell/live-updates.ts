import { requestQuietly } from "../../api/client";
import { browserPageContext, type LiveState } from "../../lib/browser/page-context";
import { type BrowserEventName, type BrowserEvents, emit, listen } from "../../lib/events";
import { noteViewed } from "../../lib/state/recent-records";
import { subscribeWatched, unwatchRfx, watchedRfx } from "../../lib/state/watched-rfx";
import { followOpenJob } from "./open-job";

/**
 * Poll for changes every few seconds while the page is visible (docs/adr/0003). Updates the counts of the navigation,
 * and dispatches the same browser events as changes on the page, so that lists reload. A page that shows an RFx polls more
 * often and passes it. A hidden page does not poll; the interval grows after failures and without user activity.
 */
const interval = 5_000;
/** The longest interval of a page that shows an RFx. */
const rfxInterval = 2_500;
const idleInterval = 20_000;
const idleAfter = 5 * 60_000;
const maxInterval = 5 * 60_000;

const activity = ["pointerdown", "keydown", "wheel", "touchstart"] as const;

/** The state of a guest's page, which polls only for its RFx. */
const guestState: LiveState = {
  stamp: "0-0-0-0",
  newMessages: 0,
  openTasks: 0,
  responsesToReview: 0,
  waitingNcrs: 0,
  unread: 0,
  unreadNews: 0,
  events: [],
  rfx: null,
};

/** Add the record that the page shows to those recently viewed; error pages show none. */
function noteRecord(): void {
  const { user, path } = browserPageContext();
  if (user && !document.querySelector('[data-island^="errors/"]')) noteViewed(user.id, path);
}

/** Start polling from the state in the page, null for guests. Returns a function that stops it. */
export function startLiveUpdates(inPage: LiveState | null): () => void {
  const first = inPage ?? guestState;
  if (inPage) {
    followOpenJob();
    noteRecord();
    listen("PREPARE_FIND", () => import("./find/palette").catch(() => undefined));
  }
  let state = first;
  let failures = 0;
  let lastActivity = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPolling = false;
  let pollAgain = false;
  let hasEnded = false;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    if (hasEnded || document.hidden) return;
    // Jitter, so that pages opened together do not poll together.
    timer = setTimeout(poll, delay * (0.8 + Math.random() * (delay === rfxInterval ? 0.2 : 0.4)));
  };
  const poll = async () => {
    if (isPolling) return;
    isPolling = true;
    const rfx = watchedRfx();
    try {
      const shown = rfx && { rfxId: rfx.id, page: rfx.page, section: rfx.section() ?? undefined };
      const response = await requestQuietly("/api/updates", { query: { stamp: state.stamp, ...shown } });
      if (hasEnded) return;
      // The viewer may no longer see the RFx. Polling continues without it.
      if (response.status === 404 && rfx) return unwatchRfx(rfx);
      if (response.status === 401 || response.status === 403) {
        if (rfx) unwatchRfx(rfx);
        return stop();
      }
      if (!response.ok) throw new Error(`status ${response.status}`);
      failures = 0;
      if (response.status === 200) {
        const now = (await response.json()) as LiveState;
        const before = state;
        state = now;
        showCounts(now);
        for (const name of changesBetween(before, now)) emit(name, {} as BrowserEvents[typeof name]);
        if (hasNews(before, now)) emit("NOTIFICATIONS_CHANGED", now);
      }
      if (rfx && state.rfx?.id === rfx.id && watchedRfx() === rfx) rfx.onState(state.rfx);
    } catch {
      failures += 1;
    } finally {
      isPolling = false;
      const idle = Date.now() - lastActivity > idleAfter;
      const active = watchedRfx() ? rfxInterval : interval;
      const next =
        failures > 0 ? Math.min(interval * 2 ** failures, maxInterval) : idle ? idleInterval : active;
      if (pollAgain && !hasEnded) poll();
      else schedule(next);
      pollAgain = false;
    }
  };
  /** Poll now because the viewer changed something. A response in flight may not contain the change. */
  const pollNow = () => {
    clearTimeout(timer);
    if (isPolling) pollAgain = true;
    else poll();
  };
  const recordActivity = () => {
    lastActivity = Date.now();
  };
  const pollOnReturn = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    failures = 0;
    recordActivity();
    poll();
  };
  const stop = () => {
    hasEnded = true;
    clearTimeout(timer);
    for (const remove of removers) remove();
    document.removeEventListener("visibilitychange", pollOnReturn);
    window.removeEventListener("online", pollOnReturn);
    for (const name of activity) window.removeEventListener(name, recordActivity);
  };
  const removers = [
    listen("THREAD_SEEN", pollNow),
    listen("NOTIFICATIONS_READ", pollNow),
    subscribeWatched(() => watchedRfx() && pollNow()),
  ];
  document.addEventListener("visibilitychange", pollOnReturn);
  window.addEventListener("online", pollOnReturn);
  for (const name of activity) window.addEventListener(name, recordActivity, { passive: true });
  if (watchedRfx() && !document.hidden) poll();
  else schedule(interval);
  return stop;
}

/** Browser event for each subject of an event in the log. */
const eventNames: Readonly<Record<string, BrowserEventName>> = {
  message: "MESSAGES_CHANGED",
  ncr: "NON_CONFORMANCE_CHANGED",
  rfx: "RFX_CHANGED",
  task: "RFX_CHANGED",
  assessment: "ASSESSMENT_CHANGED",
  user: "USERS_CHANGED",
};

type ChangeEventName = Exclude<BrowserEventName, `OPEN_${string}` | "BEFORE_LEAVE" | "NOTIFICATIONS_CHANGED">;

/** Return the browser events for the changes between two states. */
export function changesBetween(before: LiveState, now: LiveState): ChangeEventName[] {
  const names = new Set<BrowserEventName>();
  const [threads, activityBefore] = before.stamp.split("-");
  const [threadsNow, activityNow] = now.stamp.split("-");
  if (threads !== threadsNow || activityBefore !== activityNow) names.add("MESSAGES_CHANGED");
  const last = Math.max(0, ...before.events.map(({ id }) => id));
  const newEvents = now.events.filter(({ id }) => id > last);
  for (const { type } of newEvents) {
    const eventName = eventNames[type.split(".")[0] ?? ""];
    if (eventName) names.add(eventName);
  }
  if (newEvents.length > 0 || before.openTasks !== now.openTasks) names.add("EVENT_LOG_CHANGED");
  return [...names] as ChangeEventName[];
}

/** Return true if notifications may have arrived or were read between two states. */
function hasNews(before: LiveState, now: LiveState): boolean {
  const last = Math.max(0, ...before.events.map(({ id }) => id));
  const hasEvents = now.events.some(({ id }) => id > last);
  return hasEvents || before.unread !== now.unread || before.unreadNews !== now.unreadNews;
}

/** Update the numbers in the left navigation, which is server-rendered HTML outside the islands. */
function showCounts({ newMessages, openTasks, responsesToReview, waitingNcrs }: LiveState): void {
  showCount("/messages", newMessages);
  showCount("/home", openTasks);
  showCount("/rfx", responsesToReview);
  showCount("/ncr", waitingNcrs);
}

function showCount(href: string, count: number): void {
  const badge = document.querySelector<HTMLElement>(`#nav-left a[href="${href}"] .count`);
  if (!badge?.firstChild) return;
  badge.hidden = count === 0;
  badge.firstChild.nodeValue = count > 99 ? "99+" : String(count);
}
