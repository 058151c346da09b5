import { expect, test } from "vitest";
import { emit } from "../../lib/events";
import { FakeServer, openTab, pass, text, usingFakePages } from "../../testing/answer-tabs";
import type { UnsentArea } from "./unsent-answers";

usingFakePages();

/** Requests that the page has started before `pagehide` may complete, later ones are not sent. */
const leavePage = () => window.dispatchEvent(new Event("pagehide"));

test("unsent answers are sent at once on pagehide, in a request that outlives the page", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  tab.saving.edited("name", "Left");
  leavePage();
  await pass(0);
  expect(server.saves).toEqual([{ name: { value: "Left", baseIteration: 0 } }]);
  expect(server.calls.at(-1)?.keepalive).toBe(true);
  expect(text(tab)).toBe("All changes saved");
  await pass(60_000);
  expect(server.saves).toHaveLength(1);
});

test("an answer that was not acknowledged before the page closed is saved once", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = "lost";
  tab.saving.edited("name", "Left");
  leavePage();
  tab.close();
  await pass(0);
  server.failure = null;
  const next = await openTab(server);
  await pass(0);
  expect(next.shown.get("name")).toBe("Left");
  expect(text(next)).toBe("All changes saved");
  expect(server.history).toEqual([["name", "Left"]]);
});

test("an edit over an answer in flight waits for the next page and causes no conflict", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  let arrive = () => {};
  server.slowness = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  tab.saving.edited("name", "First");
  await pass(1000);
  tab.saving.edited("name", "Second");
  tab.saving.edited("city", "Leeds");
  leavePage();
  tab.close();
  expect(server.saves).toEqual([
    { name: { value: "First", baseIteration: 0 } },
    { city: { value: "Leeds", baseIteration: 0 } },
  ]);
  arrive();
  server.slowness = null;
  await pass(0);
  const next = await openTab(server);
  await pass(0);
  expect(next.saving.snapshot().conflicts).toEqual({});
  expect([server.values.get("name")?.value, server.values.get("city")?.value]).toEqual(["Second", "Leeds"]);
});

test("on pagehide without a connection everything is stored and sent again later", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = "unreachable";
  tab.saving.edited("name", "Left");
  leavePage();
  await pass(0);
  expect(text(tab)).toBe("Offline: kept on this device");
  server.failure = null;
  await pass(2_000);
  expect(server.history).toEqual([["name", "Left"]]);
  expect(text(tab)).toBe("All changes saved");
});

test("signing out saves everything first", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  tab.saving.edited("name", "Signed out");
  const saving: Promise<unknown>[] = [];
  emit("SAVE_CHANGES", { until: (saved) => saving.push(saved) });
  expect(saving).toHaveLength(1);
  await pass(0);
  expect(await Promise.all(saving)).toEqual([true]);
  expect(server.history).toEqual([["name", "Signed out"]]);
});

test("without browser storage, leaving the page asks for confirmation while an answer is unsent", async () => {
  const refusingStorage: UnsentArea = {
    all: async () => [],
    update: () => Promise.reject(new DOMException("Refused", "QuotaExceededError")),
  };
  const asksToStay = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const server = new FakeServer();
  const storingTab = await openTab(server);
  server.failure = "unreachable";
  storingTab.saving.edited("name", "Kept on this device");
  await pass(1000);
  expect(asksToStay()).toBe(false);
  storingTab.close();
  const tab = await openTab(server, "user-8.rfx-41", refusingStorage);
  expect(asksToStay()).toBe(false);
  tab.saving.edited("name", "Kept nowhere");
  await pass(1000);
  expect(asksToStay()).toBe(true);
  server.failure = null;
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(text(tab)).toBe("All changes saved");
  expect(asksToStay()).toBe(false);
});
