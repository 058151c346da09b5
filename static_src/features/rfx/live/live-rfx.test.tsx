import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type LiveRfxState, watchedRfx } from "../../../lib/state/watched-rfx";
import { blockNode, fieldNode, formOf, textNode } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import RfxDetail from "../detail/detail";
import type { Rfx } from "../types";

const section = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });
const form = formOf(
  section("Company"),
  fieldNode("company", { label: "Company name" }),
  section("Site"),
  fieldNode("city", { label: "City" }),
);
const supplier = { organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null } };
const tomas = { id: 15, name: "Tomas Oliveira", initials: "TO", colour: "rose", picUrl: null, section: 5 };

let unmount = () => {};

function show(options: Partial<ConstructorParameters<typeof RfxServer>[0]> = {}) {
  const server = new RfxServer({ forms: [form], ...options });
  const isRequester = options.role === "REQUESTER";
  const page = renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />, isRequester ? {} : supplier);
  unmount = page.unmount;
  return server;
}

/** Poll: report the current state of the server to the page, and wait for what it loads. */
async function poll(server: RfxServer, changes: Partial<LiveRfxState> = {}) {
  const state = { id: 41, saveCount: server.saveCount, version: server.status, people: [], ...changes };
  await act(async () => {
    watchedRfx()?.onState(state);
    await new Promise((resolve) => setTimeout(resolve));
  });
}

const loads = (server: RfxServer) => server.calls.filter(({ method }) => method === "GET").length;
const field = (name: RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });

test("an answer of the respondent appears for the requester, with the progress", async () => {
  const server = show({ role: "REQUESTER", values: { company: "Bergmann" } });
  await poll(server);
  expect(loads(server)).toBe(0);
  server.write("city", "Ulm", "Jana Bergmann");
  await poll(server);
  expect(screen.getByText("Ulm")).toBeTruthy();
  expect(loads(server)).toBe(1);
  await poll(server);
  expect(loads(server)).toBe(1);
});

test("the progress in the side panel moves", async () => {
  const server = show({ role: "REQUESTER" });
  expect(screen.getByText("1 of 2 answered")).toBeTruthy();
  const whole = { percent: 100, answered: 2, total: 2, valid: true, faultCount: 0 };
  const { latestValuesFvc, ...state } = server.rfx;
  const completion = { ...whole, byForm: { 5: whole } };
  server.answers["GET /api/rfx/41/value"] = {
    status: 200,
    body: { ...state, latestValuesFvc: { ...latestValuesFvc, saveCount: 1, completion } },
  };
  await poll(server, { saveCount: 1 });
  expect(screen.getByText("Complete")).toBeTruthy();
});

test("a status change is loaded, and a reopened RFx accepts answers again", async () => {
  const server = show({ status: "COMPLETED" });
  await poll(server);
  expect(screen.queryByRole("textbox")).toBeNull();
  server.status = "INPROGRESS";
  await poll(server);
  await userEvent.type(field(/City/), "Ulm");
  await waitFor(() => expect(server.values.city?.value).toBe("Ulm"), { timeout: 3000 });
});

test("saves of this page load nothing, unless a colleague saved before them", async () => {
  const server = show();
  await poll(server);
  await userEvent.type(field(/City/), "Ulm");
  await waitFor(() => expect(server.saveCount).toBe(1), { timeout: 3000 });
  await screen.findByText(/All changes saved/);
  await poll(server);
  expect(loads(server)).toBe(0);
  server.write("company", "Bergmann", "Tomas");
  await userEvent.type(field(/City/), "!");
  await waitFor(() => expect(server.saveCount).toBe(3), { timeout: 3000 });
  await screen.findByText(/All changes saved/);
  await poll(server);
  expect(field(/Company name/).value).toBe("Bergmann");
});

test("the field with the focus changes only after the focus has left it", async () => {
  const server = show({ values: { company: "Bergmann" } });
  await poll(server);
  act(() => field(/Company name/).focus());
  server.write("company", "Bergmann GmbH", "Tomas");
  server.write("city", "Ulm", "Tomas");
  await poll(server);
  expect([field(/Company name/).value, field(/City/).value]).toEqual(["Bergmann", "Ulm"]);
  await poll(server);
  expect(loads(server)).toBe(1);
  act(() => field(/City/).focus());
  await poll(server);
  expect(field(/Company name/).value).toBe("Bergmann GmbH");
});

test("an edit of that field meets the colleague's answer as a conflict", async () => {
  const server = show({ values: { company: "Bergmann" } });
  await poll(server);
  act(() => field(/Company name/).focus());
  server.write("company", "Bergmann GmbH", "Tomas");
  await poll(server);
  await userEvent.type(field(/Company name/), " AG");
  expect(await screen.findByRole("button", { name: /Take theirs/ }, { timeout: 3000 })).toBeTruthy();
  await poll(server);
  expect(field(/Company name/).value).toBe("Bergmann AG");
  expect(server.values.company?.value).toBe("Bergmann GmbH");
});

test("unsent text stays, and is saved after the answers of others were merged", async () => {
  const server = show();
  await poll(server);
  server.offline = true;
  await userEvent.type(field(/Company name/), "My draft");
  act(() => field(/City/).focus());
  server.write("company", "Theirs", "Tomas");
  server.write("city", "Ulm", "Tomas");
  act(() => (document.activeElement as HTMLElement).blur());
  await poll(server);
  expect([field(/Company name/).value, field(/City/).value]).toEqual(["My draft", "Ulm"]);
  server.offline = false;
  fireEvent(window, new Event("online"));
  expect(await screen.findByRole("button", { name: /Keep mine/ }, { timeout: 3000 })).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /Keep mine/ }));
  await waitFor(() => expect(server.values.company?.value).toBe("My draft"), { timeout: 3000 });
});

test("a failed load is tried again at the next poll", async () => {
  const server = show({ role: "REQUESTER" });
  await poll(server);
  server.write("city", "Ulm", "Jana Bergmann");
  server.answers["GET /api/rfx/41/value"] = { status: 500, body: { message: "No." } };
  await poll(server);
  expect(screen.queryByText("Ulm")).toBeNull();
  server.answers = {};
  await poll(server);
  expect(screen.getByText("Ulm")).toBeTruthy();
});

test("people are shown with what they do, and counted beyond four", async () => {
  const server = show({ role: "REQUESTER" });
  expect(screen.queryByRole("list", { name: "People here now" })).toBeNull();
  const others = ["Jana", "Ann", "Marek", "Vera", "Kim"].map((name, index) => ({
    ...tomas,
    id: 20 + index,
    name,
    section: null,
  }));
  await poll(server, { people: [tomas, ...others] });
  const [header, side] = await screen.findAllByRole("list", { name: "People here now" });
  const lines = (list?: HTMLElement) =>
    [...(list?.querySelectorAll(".presence-text") ?? [])].map((line) => line.textContent);
  expect(lines(side)).toEqual([
    "Tomas Oliveira is answering section 5",
    "Jana is here",
    "Ann is here",
    "Marek is here",
    "2 others are here",
  ]);
  expect(lines(header)).toEqual(["Tomas Oliveira is answering section 5", "5 others are here"]);
  await poll(server);
  expect(screen.queryByRole("list", { name: "People here now" })).toBeNull();
});

test("the section is the one of the field with the focus", async () => {
  show();
  act(() => field(/City/).focus());
  expect(watchedRfx()?.section()).toBe(2);
  act(() => field(/Company name/).focus());
  expect(watchedRfx()?.section()).toBe(1);
  act(() => (document.activeElement as HTMLElement).blur());
  // jsdom has no layout: no heading has a size.
  expect(watchedRfx()?.section()).toBeNull();
});

test("a closed page ends watching", () => {
  show();
  expect(watchedRfx()?.id).toBe(41);
  expect(watchedRfx()?.page).toMatch(/^[a-z0-9]{1,20}$/);
  unmount();
  expect(watchedRfx()).toBeNull();
});
