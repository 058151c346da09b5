import { expect, test, vi } from "vitest";
import { FakeServer, openTab, pass, stubChannels, text, usingFakePages } from "../../testing/answer-tabs";

usingFakePages();

test("two tabs show each other's edits, and an answer that one has sent is not sent by the other", async () => {
  const channels = stubChannels();
  const server = new FakeServer();
  const one = await openTab(server);
  const two = await openTab(server);
  one.saving.edited("name", "From one");
  expect(two.shown.get("name")).toBe("From one");
  await pass(1000);
  expect(text(two)).toBe("All changes saved");
  two.saving.edited("name", "From two");
  await pass(1000);
  await pass(60_000);
  expect(server.history).toEqual([
    ["name", "From one"],
    ["name", "From two"],
  ]);
  expect(server.saves.length).toBe(2);
  expect(channels.size).toBe(2);
});

test("a tab sends the unsent answers of a closed tab", async () => {
  stubChannels();
  const server = new FakeServer();
  const one = await openTab(server);
  const two = await openTab(server);
  one.saving.edited("name", "From one");
  one.close();
  await pass(10_000);
  expect(server.history).toEqual([["name", "From one"]]);
  expect(text(two)).toBe("All changes saved");
});

test("two tabs that send at the same time take turns", async () => {
  stubChannels();
  const order: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  vi.stubGlobal("navigator", {
    onLine: true,
    locks: {
      request: (name: string, _: unknown, act: () => Promise<unknown>) => {
        order.push(name);
        last = last.then(act);
        return last;
      },
    },
  });
  const server = new FakeServer();
  const one = await openTab(server);
  const two = await openTab(server);
  one.saving.edited("name", "A");
  two.saving.edited("city", "B");
  await Promise.all([one.saving.flush(), two.saving.flush()]);
  expect(order).toEqual(["assay.answers.user-7.rfx-41", "assay.answers.user-7.rfx-41"]);
  expect(server.history.map(([key]) => key).sort()).toEqual(["city", "name"]);
  expect([text(one), text(two)]).toEqual(["All changes saved", "All changes saved"]);
});
