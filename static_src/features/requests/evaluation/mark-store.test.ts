import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usingContext } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { MarkStore } from "./mark-store";

const key = "evaluation.3.7";

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  usingContext();
});
afterEach(() => {
  vi.useRealTimers();
});

type Sent = { mark: number | null; comment: string; basedOn: number };

const saved = (body: Sent) => ({
  body: { rfxId: 1, criterionId: 2, mark: body.mark, comment: body.comment, iteration: body.basedOn + 1 },
});

test("a mark is sent after a pause, based on the stored version", async () => {
  const calls = answerCalls((call) => saved(call.body as Sent));
  const store = new MarkStore(3, key, [{ rfxId: 1, criterionId: 2, mark: 4, comment: "", iteration: 5 }]);
  store.change(1, 2, { mark: 1 });
  store.change(1, 2, { mark: 10 });
  expect(store.saving.text).toBe("Changed");
  await vi.advanceTimersByTimeAsync(600);
  expect(calls.map(({ body }) => body)).toEqual([
    { rfxId: 1, criterionId: 2, mark: 10, comment: "", basedOn: 5 },
  ]);
  expect(store.saving.text).toBe("All changes saved");
  expect(store.cell(1, 2).iteration).toBe(6);
});

test("a mark typed while offline is on this device, and is sent in the next visit", async () => {
  answerCalls(() => {
    throw new TypeError("no connection");
  });
  const store = new MarkStore(3, key, []);
  store.change(1, 2, { mark: 7 });
  await vi.advanceTimersByTimeAsync(600);
  expect(store.saving.text).toBe("Offline: kept on this device");
  const calls = answerCalls((call) => saved(call.body as Sent));
  const next = new MarkStore(3, key, []);
  expect(next.cell(1, 2).mark).toBe(7);
  const stop = next.start();
  await vi.advanceTimersByTimeAsync(100);
  stop();
  expect(calls).toHaveLength(1);
  expect(localStorage.getItem(key)).toBeNull();
});

test("after a change in another tab the user chooses one of the two marks", async () => {
  const calls = answerCalls((call) => {
    const body = call.body as Sent;
    return body.basedOn === 0
      ? {
          status: 409,
          body: { code: "stale", status: 409, errors: ["x"], now: { mark: 3, comment: "", iteration: 1 } },
        }
      : saved(body);
  });
  const store = new MarkStore(3, key, []);
  store.change(1, 2, { mark: 9 });
  await vi.advanceTimersByTimeAsync(600);
  expect(store.cell(1, 2).other?.mark).toBe(3);
  expect(store.cell(1, 2).mark).toBe(9);
  store.settle(1, 2, true);
  await vi.advanceTimersByTimeAsync(100);
  expect(calls.at(-1)?.body).toMatchObject({ mark: 9, basedOn: 1 });
  expect(store.cell(1, 2)).toMatchObject({ mark: 9, iteration: 2, other: null, isUnsent: false });
});

test("a conflict of interest drops the unsent marks of the supplier", async () => {
  const calls = answerCalls((call) => saved(call.body as Sent));
  const store = new MarkStore(3, key, []);
  store.change(1, 2, { mark: 9 });
  store.drop(1);
  await vi.advanceTimersByTimeAsync(600);
  expect(calls).toHaveLength(0);
});
