import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveState } from "../../lib/browser/page-context";
import { emit, listen } from "../../lib/events";
import { watchedRfx, watchRfx } from "../../lib/state/watched-rfx";
import { usingContext } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { changesBetween, startLiveUpdates } from "./live-updates";

const first: LiveState = {
  stamp: "0-100-0-5",
  newMessages: 0,
  openTasks: 0,
  responsesToReview: 0,
  waitingNcrs: 0,
  unread: 0,
  unreadNews: 0,
  events: [{ id: 5, type: "rfx.sent" }],
  rfx: null,
};
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  setRandom(0.5);
  usingContext();
});
afterEach(() => {
  stop?.();
  stop = undefined;
});

/** Set the random part of the interval: 0 is the shortest, 1 the longest, 0.5 the interval without jitter. */
const setRandom = (share: number) => vi.spyOn(Math, "random").mockReturnValue(share);
const advance = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function hide(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("changes are dispatched as browser events", () => {
  const events = (changes: Partial<LiveState>) => changesBetween(first, { ...first, ...changes }).sort();
  expect(events({})).toEqual([]);
  expect(events({ stamp: "1-100-0-5" })).toEqual(["MESSAGES_CHANGED"]);
  expect(events({ stamp: "0-200-0-5" })).toEqual(["MESSAGES_CHANGED"]);
  expect(events({ openTasks: 2 })).toEqual(["EVENT_LOG_CHANGED"]);
  expect(events({ events: [{ id: 7, type: "ncr.created" }, ...first.events] })).toEqual([
    "EVENT_LOG_CHANGED",
    "NON_CONFORMANCE_CHANGED",
  ]);
  expect(events({ events: [{ id: 7, type: "task.created" }] })).toEqual(["EVENT_LOG_CHANGED", "RFX_CHANGED"]);
  expect(events({ events: [{ id: 7, type: "form.published" }] })).toEqual(["EVENT_LOG_CHANGED"]);
});

test("polls every few seconds with its last stamp, and updates the navigation", async () => {
  document.body.innerHTML = `<nav id="nav-left"><a href="/messages"><span class="count" hidden>0<span> new</span></span></a></nav>`;
  const now = { ...first, stamp: "2-200-0-5", newMessages: 2 };
  const answers = [{ status: 204 }, { body: now }, { status: 204 }];
  const calls = answerCalls(() => answers.shift() ?? { status: 204 });
  const listener = vi.fn();
  const unlisten = listen("MESSAGES_CHANGED", listener);
  stop = startLiveUpdates(first);
  await advance(6_100);
  expect(calls.map(({ url }) => url.searchParams.get("stamp"))).toEqual(["0-100-0-5"]);
  expect(listener).not.toHaveBeenCalled();
  await advance(6_100);
  expect(listener).toHaveBeenCalledOnce();
  const count = document.querySelector<HTMLElement>(".count");
  expect(count?.hidden).toBe(false);
  expect(count?.textContent).toBe("2 new");
  await advance(6_100);
  expect(calls.at(-1)?.url.searchParams.get("stamp")).toBe("2-200-0-5");
  unlisten();
});

test("notifications move the counts of the navigation and the number at the bell", async () => {
  const links = ["/rfx", "/ncr"].map(
    (href) => `<a href="${href}"><span class="count" hidden>0<span></span></span></a>`,
  );
  document.body.innerHTML = `<nav id="nav-left">${links.join("")}</nav>`;
  const now = {
    ...first,
    stamp: "0-100-5-1-1-3-3-1",
    responsesToReview: 1,
    waitingNcrs: 3,
    unread: 3,
    unreadNews: 1,
  };
  const answers: { status?: number; body?: unknown }[] = [{ body: now }, { body: now }];
  answerCalls(() => answers.shift() ?? { status: 204 });
  const listener = vi.fn();
  const unlisten = listen("NOTIFICATIONS_CHANGED", ({ unread, unreadNews }) => listener(unread, unreadNews));
  stop = startLiveUpdates(first);
  await advance(6_100);
  expect([...document.querySelectorAll(".count")].map(({ textContent }) => textContent)).toEqual(["1", "3"]);
  expect(listener.mock.calls).toEqual([[3, 1]]);
  await advance(6_100);
  expect(listener).toHaveBeenCalledOnce();
  emit("NOTIFICATIONS_READ", {});
  await advance(0);
  expect(answers).toEqual([]);
  unlisten();
});

test("a hidden page does not poll, and polls at once when it is visible again", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  stop = startLiveUpdates(first);
  hide(true);
  await advance(60_000);
  expect(calls).toEqual([]);
  hide(false);
  await advance(1);
  expect(calls.length).toBe(1);
});

test.each([
  [0, 4_000],
  [0.5, 5_000],
  [1, 6_000],
])("an interval is up to a fifth shorter or longer: at %s it is %s ms", async (share, interval) => {
  setRandom(share);
  const calls = answerCalls(() => ({ status: 204 }));
  stop = startLiveUpdates(first);
  await advance(interval - 1);
  expect(calls.length).toBe(0);
  await advance(2);
  expect(calls.length).toBe(1);
});

test("after failures the intervals grow, without a message and without leaving the page", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = answerCalls(() => ({ status: 503 }));
  stop = startLiveUpdates(first);
  await advance(5_100);
  expect(calls.length).toBe(1);
  await advance(9_800);
  expect(calls.length).toBe(1);
  await advance(200);
  expect(calls.length).toBe(2);
  await advance(19_800);
  expect(calls.length).toBe(2);
  await advance(300);
  expect(calls.length).toBe(3);
  expect(assign).not.toHaveBeenCalled();
  expect(sessionStorage.getItem("assay.toasts")).toBeNull();
});

test("a page without a session stops polling, and a page without user activity polls less often", async () => {
  let answer: { status: number } = { status: 204 };
  const calls = answerCalls(() => answer);
  stop = startLiveUpdates(first);
  await advance(6 * 60_000);
  const before = calls.length;
  await advance(60_000);
  expect(calls.length - before).toBeLessThan(6);
  answer = { status: 401 };
  await advance(30_000);
  const ended = calls.length;
  await advance(120_000);
  expect(calls.length).toBe(ended);
});

test("a thread that was just opened is counted at once, even while a response is in flight", async () => {
  document.body.innerHTML = `<nav id="nav-left"><a href="/messages"><span class="count">1<span> new</span></span></a></nav>`;
  const count = () => document.querySelector<HTMLElement>(".count");
  const before = { ...first, stamp: "1-100-0-5", newMessages: 1 };
  const release: (() => void)[] = [];
  let now = before;
  const calls = answerCalls(() => new Promise((resolve) => release.push(() => resolve({ body: now }))));
  stop = startLiveUpdates(before);
  await advance(6_100);
  expect(calls).toHaveLength(1);
  emit("THREAD_SEEN", {});
  release.shift()?.();
  now = { ...first, stamp: "0-100-0-5", newMessages: 0 };
  await advance(0);
  expect(calls).toHaveLength(2);
  release.shift()?.();
  await advance(0);
  expect(count()?.hidden).toBe(true);
  emit("THREAD_SEEN", {});
  await advance(0);
  expect(calls).toHaveLength(3);
});

const rfxState = { id: 41, saveCount: 52, version: "a", people: [] };

function watch(section: number | null = 5) {
  const onState = vi.fn();
  const unwatch = watchRfx({ id: 41, page: "p1", section: () => section, onState });
  return { onState, unwatch };
}

test("a page that shows an RFx polls at once, then at least every 2.5 s, and passes the state each time", async () => {
  setRandom(1);
  const answers = [{ body: { ...first, stamp: "0-100-0-5.x", rfx: rfxState } }];
  const calls = answerCalls(() => answers.shift() ?? { status: 204 });
  const { onState, unwatch } = watch();
  stop = startLiveUpdates(first);
  await advance(1);
  expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({
    stamp: "0-100-0-5",
    rfxId: "41",
    page: "p1",
    section: "5",
  });
  expect(onState).toHaveBeenLastCalledWith(rfxState);
  await advance(2_500);
  expect(calls[1]?.url.searchParams.get("stamp")).toBe("0-100-0-5.x");
  expect(onState).toHaveBeenCalledTimes(2);
  unwatch();
  await advance(2_500);
  expect(calls[2]?.url.searchParams.has("rfxId")).toBe(false);
  await advance(2_600);
  expect(calls).toHaveLength(3);
});

test("an RFx that a page shows later is polled at once, without a section if there is none", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  stop = startLiveUpdates(first);
  await advance(100);
  expect(calls).toEqual([]);
  const { unwatch } = watch(null);
  await advance(1);
  expect([...(calls[0]?.url.searchParams.keys() ?? [])]).toEqual(["stamp", "rfxId", "page"]);
  unwatch();
});

test("a viewer who may no longer see the RFx still gets the other updates", async () => {
  const calls = answerCalls(({ url }) => ({ status: url.searchParams.has("rfxId") ? 404 : 204 }));
  const { onState } = watch();
  stop = startLiveUpdates(first);
  await advance(1);
  expect(watchedRfx()).toBeNull();
  await advance(6_100);
  expect(calls[1]?.url.searchParams.has("rfxId")).toBe(false);
  expect(onState).not.toHaveBeenCalled();
});

test("a guest polls for its RFx only", async () => {
  const calls = answerCalls(() => ({
    body: { ...first, stamp: "0-0-0-0.x", newMessages: 0, openTasks: 0, events: [], rfx: rfxState },
  }));
  const listener = vi.fn();
  const unlisten = listen("MESSAGES_CHANGED", listener);
  const { onState, unwatch } = watch();
  stop = startLiveUpdates(null);
  await advance(1);
  expect(calls[0]?.url.searchParams.get("rfxId")).toBe("41");
  expect(onState).toHaveBeenCalledWith(rfxState);
  expect(listener).not.toHaveBeenCalled();
  unlisten();
  unwatch();
});
