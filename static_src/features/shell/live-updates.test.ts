import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveState } from "../../lib/browser/page-context";
import { emit, listen } from "../../lib/events";
import { usingContext } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { changesBetween, startLiveUpdates } from "./live-updates";

const first: LiveState = {
  stamp: "0-100-0-5",
  newMessages: 0,
  openTasks: 0,
  events: [{ id: 5, type: "rfx.sent" }],
};
let stop: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  chance(0.5);
  usingContext();
});
afterEach(() => {
  stop?.();
  stop = undefined;
});

/** Where between the shortest and the longest the gaps are: 0 to 1, half being the gap itself. */
const chance = (share: number) => vi.spyOn(Math, "random").mockReturnValue(share);
const later = (ms: number) => vi.advanceTimersByTimeAsync(ms);

function hide(hidden: boolean) {
  vi.spyOn(document, "hidden", "get").mockReturnValue(hidden);
  document.dispatchEvent(new Event("visibilitychange"));
}

test("what changed is told by the page's own events", () => {
  const told = (changes: Partial<LiveState>) => changesBetween(first, { ...first, ...changes }).sort();
  expect(told({})).toEqual([]);
  expect(told({ stamp: "1-100-0-5" })).toEqual(["MESSAGES_CHANGED"]);
  expect(told({ stamp: "0-200-0-5" })).toEqual(["MESSAGES_CHANGED"]);
  expect(told({ openTasks: 2 })).toEqual(["EVENT_LOG_CHANGED"]);
  expect(told({ events: [{ id: 7, type: "ncr.created" }, ...first.events] })).toEqual([
    "EVENT_LOG_CHANGED",
    "NON_CONFORMANCE_CHANGED",
  ]);
  expect(told({ events: [{ id: 7, type: "task.created" }] })).toEqual(["EVENT_LOG_CHANGED", "RFX_CHANGED"]);
  expect(told({ events: [{ id: 7, type: "form.published" }] })).toEqual(["EVENT_LOG_CHANGED"]);
});

test("asks every few seconds with the stamp that it knows, and the navigation follows", async () => {
  document.body.innerHTML = `<nav id="nav-left"><a href="/messages"><span class="count" hidden>0<span> new</span></span></a></nav>`;
  const now = { ...first, stamp: "2-200-0-5", newMessages: 2 };
  const answers = [{ status: 204 }, { body: now }, { status: 204 }];
  const calls = answerCalls(() => answers.shift() ?? { status: 204 });
  const heard = vi.fn();
  const unlisten = listen("MESSAGES_CHANGED", heard);
  stop = startLiveUpdates(first);
  await later(6_100);
  expect(calls.map(({ url }) => url.searchParams.get("stamp"))).toEqual(["0-100-0-5"]);
  expect(heard).not.toHaveBeenCalled();
  await later(6_100);
  expect(heard).toHaveBeenCalledOnce();
  const count = document.querySelector<HTMLElement>(".count");
  expect(count?.hidden).toBe(false);
  expect(count?.textContent).toBe("2 new");
  await later(6_100);
  expect(calls.at(-1)?.url.searchParams.get("stamp")).toBe("2-200-0-5");
  unlisten();
});

test("a hidden page asks nothing, and asks at once when it is looked at again", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  stop = startLiveUpdates(first);
  hide(true);
  await later(60_000);
  expect(calls).toEqual([]);
  hide(false);
  await later(1);
  expect(calls.length).toBe(1);
});

test.each([
  [0, 4_000],
  [0.5, 5_000],
  [1, 6_000],
])("a gap is up to a fifth shorter or longer: at %s it is %s ms", async (share, gap) => {
  chance(share);
  const calls = answerCalls(() => ({ status: 204 }));
  stop = startLiveUpdates(first);
  await later(gap - 1);
  expect(calls.length).toBe(0);
  await later(2);
  expect(calls.length).toBe(1);
});

test("after failures the gaps grow, without a word and without leaving the page", async () => {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = answerCalls(() => ({ status: 503 }));
  stop = startLiveUpdates(first);
  await later(5_100);
  expect(calls.length).toBe(1);
  await later(9_800);
  expect(calls.length).toBe(1);
  await later(200);
  expect(calls.length).toBe(2);
  await later(19_800);
  expect(calls.length).toBe(2);
  await later(300);
  expect(calls.length).toBe(3);
  expect(assign).not.toHaveBeenCalled();
  expect(sessionStorage.getItem("assay.toasts")).toBeNull();
});

test("nobody's page asks no more, and one that nobody touches asks less often", async () => {
  let answer: { status: number } = { status: 204 };
  const calls = answerCalls(() => answer);
  stop = startLiveUpdates(first);
  await later(6 * 60_000);
  const before = calls.length;
  await later(60_000);
  expect(calls.length - before).toBeLessThan(6);
  answer = { status: 401 };
  await later(30_000);
  const ended = calls.length;
  await later(120_000);
  expect(calls.length).toBe(ended);
});

test("a thread that was just opened is counted at once, also while an answer is on its way", async () => {
  document.body.innerHTML = `<nav id="nav-left"><a href="/messages"><span class="count">1<span> new</span></span></a></nav>`;
  const count = () => document.querySelector<HTMLElement>(".count");
  const before = { ...first, stamp: "1-100-0-5", newMessages: 1 };
  const release: (() => void)[] = [];
  let now = before;
  const calls = answerCalls(() => new Promise((resolve) => release.push(() => resolve({ body: now }))));
  stop = startLiveUpdates(before);
  await later(6_100);
  expect(calls).toHaveLength(1);
  emit("THREAD_SEEN", {});
  release.shift()?.();
  now = { ...first, stamp: "0-100-0-5", newMessages: 0 };
  await later(0);
  expect(calls).toHaveLength(2);
  release.shift()?.();
  await later(0);
  expect(count()?.hidden).toBe(true);
  emit("THREAD_SEEN", {});
  await later(0);
  expect(calls).toHaveLength(3);
});
