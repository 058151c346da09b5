import { onlineManager } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ApiError, noResponseError } from "../../api/errors";
import { pageWrapper } from "../../testing/page";
import { toasts, useToasts } from "../toasts";
import { useSave } from "./use-save";

type Sent = { text: string; key: string };

function setUp(results: (() => Promise<string>)[], options: Partial<Parameters<typeof useSave>[0]> = {}) {
  const sent: Sent[] = [];
  const { result } = renderHook(
    () =>
      useSave<string, string>({
        send: (text, key) => {
          sent.push({ text, key });
          return (results.shift() ?? (async () => "saved"))();
        },
        ...(options as object),
      }),
    { wrapper: pageWrapper() },
  );
  const save = (text: string) => act(() => result.current.save(text));
  return { sent, result, save };
}

const keysOf = (sent: Sent[]) => new Set(sent.map(({ key }) => key));
const fail = (error: unknown) => () => Promise.reject(error);
const reused = new ApiError(409, { code: "idempotencyKeyReused" });

test("a retry of the same content has the same key, and a success leads to a new one", async () => {
  const { sent, save } = setUp([fail(noResponseError())]);
  await save("one");
  await save("one");
  expect(keysOf(sent).size).toBe(1);
  await save("one");
  expect(keysOf(sent).size).toBe(2);
});

test("changed content has a new key", async () => {
  const { sent, save } = setUp([fail(noResponseError())]);
  await save("one");
  await save("two");
  expect(keysOf(sent).size).toBe(2);
});

test("with keepsKey, changed content keeps the key until the server reports that it was used", async () => {
  const { sent, save } = setUp([fail(noResponseError()), fail(reused)], { keepsKey: true });
  await save("one");
  await save("two");
  expect(keysOf(sent).size).toBe(1);
  await save("two");
  expect(keysOf(sent).size).toBe(2);
});

test("a request without a response shows a failure that ends with the next try", async () => {
  const { result, save } = setUp([fail(noResponseError())], { offlineNote: "Nothing is lost." });
  await save("one");
  expect(result.current.failure).toBe(
    "There is no connection to the server. Please try again. Nothing is lost.",
  );
  expect(result.current.busy).toBe(false);
  await save("one");
  expect(result.current.failure).toBe("");
});

test("an error response has no failure of its own and goes to the basis and to onError", async () => {
  const [takeOver, onError] = [vi.fn(), vi.fn()];
  const error = new ApiError(422, { message: "Too long." });
  const { result, save } = setUp([fail(error)], { basis: { takeOver }, onError });
  await save("one");
  expect(result.current.failure).toBe("");
  expect(takeOver).toHaveBeenCalledWith(error);
  expect(onError).toHaveBeenCalledWith(error, "one");
});

test("a second press while the first request runs sends nothing, and both get its result", async () => {
  let finish = (_: string) => {};
  const running = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const { sent, result } = setUp([() => running]);
  let presses: Promise<string>[] = [];
  await act(async () => {
    presses = [result.current.saveAsync("one"), result.current.saveAsync("one")];
  });
  expect([sent.length, result.current.busy, result.current.current]).toEqual([1, true, "one"]);
  await act(async () => {
    finish("saved");
    expect(await Promise.all(presses)).toEqual(["saved", "saved"]);
  });
  expect([result.current.busy, result.current.current]).toEqual([false, null]);
});

test("saveAsync rejects with the error, which save only shows", async () => {
  const { result, save } = setUp([fail(noResponseError()), fail(noResponseError())]);
  await save("one");
  await act(() => expect(result.current.saveAsync("one")).rejects.toEqual(noResponseError()));
  expect(result.current.failure).not.toBe("");
});

test("without a connection a request fails at once instead of waiting", async () => {
  onlineManager.setOnline(false);
  try {
    const { sent, result, save } = setUp([fail(noResponseError())]);
    await save("one");
    expect([sent.length, result.current.busy]).toEqual([1, false]);
  } finally {
    onlineManager.setOnline(true);
  }
});

test("a form that is left after success stays busy", async () => {
  const { result, save } = setUp([], { leaves: true });
  await save("one");
  expect(result.current.busy).toBe(true);
});

test("with perInput, the actions on two rows run at the same time", async () => {
  const { sent, result } = setUp([], { perInput: true });
  await act(async () => {
    await Promise.all([result.current.save("one"), result.current.save("two"), result.current.save("two")]);
  });
  expect(sent.map(({ text }) => text)).toEqual(["one", "two"]);
  expect(result.current.busy).toBe(false);
});

const toastTexts = () => renderHook(() => useToasts()).result.current.map(({ text }) => text);

test("the progress toast ends after a success, once it could be read, and after an error at once", async () => {
  vi.useFakeTimers();
  try {
    toasts.clear();
    const { save } = setUp([async () => "saved", fail(noResponseError())], { progress: "Updating..." });
    await save("one");
    expect(toastTexts()).toContain("Updating...");
    act(() => void vi.advanceTimersByTime(1_000));
    expect(toastTexts()).not.toContain("Updating...");
    await save("two");
    expect(toastTexts()).not.toContain("Updating...");
  } finally {
    vi.useRealTimers();
  }
});
