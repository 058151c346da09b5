import { expect, test } from "vitest";
import { FakeServer, openTab, pass, text, usingFakePages } from "../../testing/answer-tabs";
import type { UnsentArea } from "./unsent-answers";

usingFakePages();

test("one save is sent 1 s after the last key, based on the iteration that was edited", async () => {
  const server = new FakeServer();
  server.write("name", "Old", "Tom Reed");
  const tab = await openTab(server);
  expect(text(tab)).toBe("All changes saved");
  for (const typed of ["B", "Br", "Bri"]) {
    tab.saving.edited("name", typed);
    expect(text(tab)).toBe("Changed");
    await pass(400);
  }
  expect(server.saves).toEqual([]);
  await pass(600);
  expect(server.saves).toEqual([{ name: { value: "Bri", baseIteration: 1 } }]);
  expect(text(tab)).toBe("All changes saved");
  tab.saving.edited("name", "Brig");
  await pass(1000);
  expect(server.saves[1]).toEqual({ name: { value: "Brig", baseIteration: 2 } });
});

test("the state is 'Saving...' during a save, and later edits are sent after it", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  const seen: string[] = [];
  tab.saving.subscribe(() => seen.push(text(tab)));
  server.slowness = new Promise((resolve) => setTimeout(resolve, 1500));
  tab.saving.edited("name", "One");
  await pass(1000);
  expect(text(tab)).toBe("Saving...");
  tab.saving.edited("name", "Two");
  await pass(500);
  expect(text(tab)).toBe("Changed");
  await pass(1000);
  expect(server.history).toEqual([
    ["name", "One"],
    ["name", "Two"],
  ]);
  expect(seen.at(-1)).toBe("All changes saved");
});

test("without a network everything is stored, and sent when it is back", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = "unreachable";
  tab.saving.edited("name", "Brightwater");
  await pass(1000);
  expect(text(tab)).toBe("Offline: kept on this device");
  tab.saving.edited("city", "Leeds");
  expect(text(tab)).toBe("Offline: kept on this device");
  server.failure = null;
  window.dispatchEvent(new Event("online"));
  await pass(0);
  expect(text(tab)).toBe("All changes saved");
  expect(server.history).toEqual([
    ["name", "Brightwater"],
    ["city", "Leeds"],
  ]);
});

test("saving is retried automatically, with growing intervals", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = 500;
  tab.saving.edited("name", "Brightwater");
  await pass(1000);
  const counts: number[] = [];
  for (const gap of [2_000, 4_000, 8_000, 16_000]) {
    await pass(gap - 1);
    counts.push(server.saves.length);
    await pass(1);
  }
  expect(counts).toEqual([1, 2, 3, 4]);
  server.failure = null;
  await pass(32_000);
  expect(server.history).toEqual([["name", "Brightwater"]]);
});

test("a server error is not shown as offline, and the answer is stored and sent again", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = 500;
  tab.saving.edited("name", "Brightwater");
  await pass(1000);
  expect(text(tab)).toBe("Server fault");
  server.failure = "unreachable";
  await pass(2000);
  expect(text(tab)).toBe("Offline: kept on this device");
  // The sign-in has expired, and the server fails during its renewal.
  server.failure = 401;
  server.renewal = 500;
  await pass(4000);
  expect(text(tab)).toBe("Server fault");
  server.failure = null;
  await pass(8000);
  expect(text(tab)).toBe("All changes saved");
  expect(server.history).toEqual([["name", "Brightwater"]]);
});

test("returning to the page sends unsent answers", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = "unreachable";
  tab.saving.edited("name", "Brightwater");
  await pass(1000);
  server.failure = null;
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(0);
  expect(server.history).toEqual([["name", "Brightwater"]]);
});

test.each([
  ["a reload right after typing", null],
  ["a closed tab while offline", "unreachable"],
  ["an ended sign-in", 401],
  ["a new version or a deploy", 503],
] as const)("no answer is lost after %s", async (_, failure) => {
  const server = new FakeServer();
  server.write("name", "Old", "Jana Bergmann");
  const before = await openTab(server);
  server.failure = failure;
  before.saving.edited("name", "New");
  if (failure !== null) await pass(1000);
  before.close();

  server.failure = null;
  const after = await openTab(server);
  expect(after.shown.get("name")).toBe("New");
  await pass(0);
  expect(text(after)).toBe("All changes saved");
  expect(server.history).toEqual([
    ["name", "Old"],
    ["name", "New"],
  ]);
  after.close();
  await openTab(server);
  expect(server.history.length).toBe(2);
});

test("unsent answers of one user do not change the answers of another user on the same device", async () => {
  const server = new FakeServer();
  const first = await openTab(server, "user-7.rfx-41");
  first.saving.edited("name", "Mine");
  first.close();
  const second = await openTab(server, "user-8.rfx-41");
  await pass(5_000);
  expect(second.shown.has("name")).toBe(false);
  expect(server.saves).toEqual([]);
});

test("an answer whose acknowledgement was lost is neither saved twice nor treated as a conflict", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  server.failure = "lost";
  tab.saving.edited("name", "One");
  await pass(1000);
  expect(server.history).toEqual([["name", "One"]]);
  tab.saving.edited("name", "Two");
  tab.close();

  server.failure = null;
  const after = await openTab(server);
  await pass(1_000);
  expect(after.saving.snapshot().conflicts).toEqual({});
  expect(text(after)).toBe("All changes saved");
  expect(server.history).toEqual([
    ["name", "One"],
    ["name", "Two"],
  ]);
});

test("another user's answer waits for a choice, and other fields are still saved", async () => {
  const server = new FakeServer();
  server.write("turnover", "90", "Jana Bergmann");
  const tab = await openTab(server);
  server.write("turnover", "98.4", "Tom Reed");
  tab.saving.edited("turnover", "91");
  tab.saving.edited("city", "Leeds");
  await pass(1000);
  expect(tab.saving.snapshot().conflicts).toEqual({
    turnover: { value: "98.4", iteration: 2, name: "Tom Reed", updated: "2026-11-20T14:02:00Z" },
  });
  expect(server.values.get("city")?.value).toBe("Leeds");
  expect(text(tab)).toBe("Changed");
  expect(await tab.saving.flush()).toBe(false);

  tab.saving.keepMine("turnover");
  await pass(0);
  expect(server.values.get("turnover")?.value).toBe("91");
  expect(text(tab)).toBe("All changes saved");
});

test("taking the other user's answer discards the own one", async () => {
  const server = new FakeServer();
  server.write("turnover", "90", "Jana Bergmann");
  const tab = await openTab(server);
  server.write("turnover", "98.4", "Tom Reed");
  tab.saving.edited("turnover", "91");
  await pass(1000);
  tab.saving.takeTheirs("turnover");
  expect(tab.shown.get("turnover")).toBe("98.4");
  expect(text(tab)).toBe("All changes saved");
  tab.saving.edited("turnover", "99");
  await pass(1000);
  expect(server.values.get("turnover")).toMatchObject({ value: "99", iteration: 3 });
});

test("a refused answer shows the reason, stays stored, and is sent again once it is changed", async () => {
  const server = new FakeServer();
  server.refusing = { country: "Choose a country from the list." };
  const tab = await openTab(server);
  tab.saving.edited("country", "Atlantis");
  tab.saving.edited("city", "Leeds");
  await pass(1000);
  expect(tab.saving.snapshot().refused).toEqual({ country: "Choose a country from the list." });
  expect([text(tab), server.saves.length]).toEqual(["Changed", 1]);
  await pass(120_000);
  expect(server.saves.length).toBe(1);
  server.refusing = {};
  tab.saving.edited("country", "DEU");
  await pass(1000);
  expect(text(tab)).toBe("All changes saved");
  expect(tab.saving.snapshot().refused).toEqual({});
});

test("one answer that the server cannot parse does not block the others", async () => {
  const server = new FakeServer();
  const tab = await openTab(server);
  for (const key of ["a", "b", "c", "d", "e"]) tab.saving.edited(key, key === "d" ? "poison" : key);
  await pass(1000);
  expect([...server.values.keys()].sort()).toEqual(["a", "b", "c", "e"]);
  expect(tab.saving.snapshot().refused).toEqual({ d: "This cannot be read." });
});

test("an RFx that was closed meanwhile stops the saving, shows the server's values and keeps the unsent ones", async () => {
  const server = new FakeServer();
  server.write("name", "Old", "Jana Bergmann");
  const tab = await openTab(server);
  server.failure = 409;
  tab.saving.edited("name", "New");
  await pass(1000);
  expect(tab.saving.snapshot().closed).toBe("No.");
  tab.saving.refresh({ name: { value: "Old", iteration: 1 } });
  expect(tab.shown.get("name")).toBe("Old");
  await pass(60_000);
  expect(server.saves.length).toBe(1);
  server.failure = null;
  tab.saving.reopen();
  await pass(0);
  expect([tab.shown.get("name"), server.values.get("name")?.value]).toEqual(["New", "New"]);
});

test("without browser storage the state does not claim that answers are stored", async () => {
  const full: UnsentArea = {
    all: async () => [],
    update: async () => {
      throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
    },
  };
  const server = new FakeServer();
  const tab = await openTab(server, "user-7.rfx-41", full);
  server.failure = "unreachable";
  tab.saving.edited("name", "Brightwater");
  await pass(1000);
  expect(text(tab)).toBe("Changed");
});
