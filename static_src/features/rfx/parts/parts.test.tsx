import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { unwatchRfx, watchedRfx } from "../../../lib/state/watched-rfx";
import { blockNode, fieldNode, formOf, textNode } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import RfxDetail from "../detail/detail";
import type { Rfx } from "../types";
import { defaultDue } from "./ask-modal";
import RfxPart from "./part";
import type { Part, Parts } from "./parts";

const heading = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });
const forms = [
  formOf(
    heading("Company"),
    fieldNode("legal", { label: "Legal name" }),
    heading("Laboratory"),
    fieldNode("method", { label: "Method" }),
    fieldNode("proof", { label: "Proof", required: true }),
    fieldNode("sign", { label: "Signature", type: "FORMSIGNATURE" }),
  ),
];
const person = (id: number, name: string) => ({
  id,
  name,
  initials: "AB",
  colour: "teal",
  picUrl: null,
  jobTitle: null,
  status: "ACTIVE",
});

function partOf(changes: Partial<Part> = {}): Part {
  return {
    id: 3,
    title: "Laboratory",
    keys: ["method", "proof"],
    assignee: person(21, "Ana Horvat"),
    email: null,
    isGuest: false,
    isOwn: false,
    seesAll: false,
    note: "",
    due: null,
    status: "ASKED",
    reason: null,
    askedBy: person(14, "Jana Bergmann"),
    created: "2026-11-03T09:00:00Z",
    opened: null,
    done: null,
    ...changes,
  };
}

const partsOf = (parts: Part[], mayAssign = true): Parts => ({ parts, mayAssign, canAskColleagues: true });

function show(server: RfxServer, parts: Parts | null) {
  renderOnPage(<RfxDetail rfx={server.rfx as unknown as Rfx} taskId={null} parts={parts} />);
}

test("the strip says how many parts are done and whose turn it is", async () => {
  const late = partOf({ id: 4, assignee: person(22, "Milos Petrov"), due: "2020-01-01", status: "OPENED" });
  show(new RfxServer({ forms }), partsOf([partOf({ status: "DONE" }), late, partOf({ id: 5 })]));
  const strip = (await screen.findByText("1 of 3 parts done.")).closest("summary");
  expect(strip?.textContent).toContain("1 of 3 parts done.");
  expect(strip?.textContent).toMatch(/Milos: \d+ days late\. Ana: not opened\./);
});

test("nothing about parts is shown to a requester", () => {
  show(new RfxServer({ forms, role: "REQUESTER" }), null);
  expect(screen.queryByRole("button", { name: /Ask a colleague/ })).toBeNull();
  expect(document.querySelector(".whose-turn")).toBeNull();
});

test("asking by e-mail sends the ticked sections, the name and the address", async () => {
  const server = new RfxServer({ forms });
  server.answers["GET /api/user"] = { status: 200, body: [] };
  const asked = partsOf([
    partOf({ isGuest: true, email: "milos@lab.example", assignee: person(9, "Milos") }),
  ]);
  server.answers["POST /api/rfx/41/part"] = { status: 201, body: asked };
  server.answers["GET /api/rfx/41/part"] = { status: 200, body: asked };
  show(server, partsOf([]));
  await userEvent.click(await screen.findByRole("button", { name: "Ask a colleague for Laboratory..." }));
  const dialog = await screen.findByRole("dialog", { name: "Ask a colleague" });
  expect(within(dialog).getByRole<HTMLInputElement>("checkbox", { name: /Laboratory/ }).checked).toBe(true);
  expect(
    within(dialog)
      .getByRole("checkbox", { name: /Laboratory/ })
      .closest(".form-check")?.textContent,
  ).toContain("2 of 2 open");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask" }));
  expect(within(dialog).getByText("Choose a person.")).toBeTruthy();
  await userEvent.type(within(dialog).getByRole("combobox"), "milos@lab.example");
  await userEvent.click(await screen.findByRole("option", { name: /milos@lab\.example/ }));
  expect(within(dialog).getByText("lab.example")).toBeTruthy();
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Name/ }), "Milos");
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(server.moves).toContain("POST /api/rfx/41/part"));
  const call = server.calls.find(({ method, url }) => method === "POST" && url.pathname.endsWith("/part"));
  expect(call?.body).toMatchObject({
    name: "Milos",
    email: "milos@lab.example",
    sections: [{ docFormId: 5, sectionIndex: 2 }],
    seesAll: false,
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(document.querySelector(".whose-turn summary")?.textContent).toContain("0 of 1 part done.");
});

test("a colleague starts with the own questions and can finish the part", async () => {
  const server = new RfxServer({ forms });
  const done = partsOf([partOf({ isOwn: true, status: "DONE", done: "2026-11-25T09:00:00Z" })], false);
  server.answers["POST /api/rfx/41/part/3/done"] = { status: 200, body: done };
  server.answers["GET /api/rfx/41/part"] = { status: 200, body: done };
  show(server, partsOf([partOf({ isOwn: true, status: "OPENED" })], false));
  expect(screen.getByRole("textbox", { name: /Method/ })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: /Legal name/ })).toBeNull();
  await userEvent.click(await screen.findByRole("button", { name: "Done with my part" }));
  const dialog = await screen.findByRole("dialog", { name: "Done with my part" });
  const gaps = within(dialog).getAllByRole("listitem");
  expect(gaps.map(({ textContent }) => textContent)).toEqual(["Proof (required)", "Method"]);
  await userEvent.click(within(dialog).getByRole("button", { name: "Yes, I'm done" }));
  expect(await screen.findByText(/You can still change your answers/)).toBeTruthy();
});

test("giving a part back needs a reason", async () => {
  const server = new RfxServer({ forms });
  server.answers["POST /api/rfx/41/part/3/return"] = { status: 204 };
  server.answers["GET /api/rfx/41/part"] = { status: 200, body: partsOf([], false) };
  show(server, partsOf([partOf({ isOwn: true, status: "OPENED" })], false));
  await userEvent.click(await screen.findByRole("button", { name: "Give it back..." }));
  const dialog = await screen.findByRole("dialog", { name: "Give it back" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Give it back" }));
  expect(within(dialog).getByText("Please say why you give it back.")).toBeTruthy();
  fireEvent.change(within(dialog).getByRole("textbox"), { target: { value: "Not mine" } });
  await userEvent.click(within(dialog).getByRole("button", { name: "Give it back" }));
  await waitFor(() => expect(server.moves).toContain("POST /api/rfx/41/part/3/return"));
});

test("the submit dialog lists the parts that are not done", async () => {
  const server = new RfxServer({ forms: [formOf(fieldNode("legal"))], values: { legal: "x" } });
  show(server, partsOf([partOf(), partOf({ id: 4, title: "Waste", status: "DONE" })]));
  await userEvent.click(screen.getByRole("button", { name: /Submit Response/ }));
  const dialog = await screen.findByRole("dialog", { name: "Submit Response" });
  expect(within(dialog).getByText("1 part is not done:")).toBeTruthy();
  expect(within(dialog).getByText("Laboratory (Ana Horvat)")).toBeTruthy();
});

test("a key that the excerpt no longer shares with another form stays qualified", async () => {
  const server = new RfxServer({ forms: [formOf(fieldNode("same", { label: "Same" }))] });
  const rfx = { ...server.rfx, viewerRole: "DELEGATE", rwMap: { "5.same": true } };
  vi.stubGlobal("scrollTo", () => {});
  renderOnPage(
    <RfxPart
      uuid="u-1"
      rfx={rfx as unknown as Rfx}
      parts={partsOf(
        [partOf({ isOwn: true, keys: ["5.same"], status: "OPENED", note: "By Friday?" })],
        false,
      )}
      logoUrl={null}
      respondent="Adria Metal"
      expiredText="Gone"
    />,
  );
  expect(screen.getByText("By Friday?")).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Laboratory");
  await userEvent.type(screen.getByRole("textbox", { name: /Same/ }), "x");
  await waitFor(
    () => {
      const call = server.calls.find(({ method }) => method === "PUT");
      expect(call?.body).toMatchObject({ values: { "5.same": { value: "x" } } });
    },
    { timeout: 3000 },
  );
});

test("the default day is two days before the deadline, but not in the past", () => {
  expect(defaultDue("2026-12-12T12:00:00Z", new Date("2026-11-25T12:00:00Z"))).toBe("2026-12-10");
  expect(defaultDue("2026-11-26T12:00:00Z", new Date("2026-11-25T12:00:00Z"))).toBe("2026-11-25");
  expect(defaultDue(null, new Date("2026-11-25T12:00:00Z"))).toBeNull();
});

test("the list of sections on a phone shows who answers each, and asks a colleague", async () => {
  const setWidth = (width: number) =>
    (window as unknown as { happyDOM: { setViewport: (size: object) => void } }).happyDOM.setViewport({
      width,
      height: 844,
    });
  setWidth(390);
  try {
    show(new RfxServer({ forms }), partsOf([partOf({ status: "DONE" })]));
    await screen.findByText("The part is done.");
    await userEvent.click(await screen.findByRole("button", { name: /^Section 1 of 2/ }));
    const sheet = await screen.findByRole("dialog", { name: /^Sections/ });
    const row = within(sheet).getByRole("button", { name: /Laboratory/ });
    expect(within(row).getByTitle("Ana Horvat: done")).toBeTruthy();
    expect(within(row).queryByRole("button")).toBeNull();
    const other = within(sheet).getByRole("button", { name: /Company/ });
    expect(within(other).queryByTitle(/Ana Horvat/)).toBeNull();
    await userEvent.click(within(sheet).getByRole("button", { name: "Ask a colleague..." }));
    expect(await screen.findByRole("dialog", { name: "Ask a colleague" })).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole("dialog", { name: /^Sections/ })).toBeNull());
  } finally {
    setWidth(1024);
  }
});

test("phones hide the button without the permission to assign parts", async () => {
  const view = await import("./parts-view");
  const server = new RfxServer({ forms });
  const parts = { ...partsOf([], false), own: new Set<string>(), all: new Set<string>() };
  renderOnPage(
    <view.AskButton rfx={server.rfx as Rfx} parts={{ ...parts, ask: () => {}, apply: () => {} }} />,
  );
  expect(screen.queryByRole("button")).toBeNull();
});

/** Report a state of the RFx to the page, as a poll does. */
async function poll(version: string) {
  await act(async () => {
    watchedRfx()?.onState({ id: 41, saveCount: 0, version, people: [] });
    await new Promise((resolve) => setTimeout(resolve));
  });
}

async function showLink(server: RfxServer, part: Part) {
  await import("./parts-view");
  server.answers["GET /api/session"] = { status: 200, body: {} };
  const props = { uuid: "u", logoUrl: null, respondent: "Adria", expiredText: "No longer valid." };
  const rfx = { ...server.rfx, viewerRole: "DELEGATE" } as Rfx;
  renderOnPage(<RfxPart {...props} rfx={rfx} parts={partsOf([part], false)} />);
}

test("the page of a link shows a note that the lead changes meanwhile", async () => {
  const server = new RfxServer({ forms });
  const changed = partOf({ isOwn: true, status: "OPENED", note: "Only the plant in Ulm." });
  await showLink(server, partOf({ isOwn: true, status: "OPENED", note: "All plants." }));
  expect(screen.getByText("All plants.")).toBeTruthy();
  await screen.findByRole("button", { name: "Done with my part" });
  await waitFor(() => expect(watchedRfx()).not.toBeNull());
  await poll("one");
  server.answers["GET /api/rfx/41/part"] = { status: 200, body: partsOf([changed], false) };
  await poll("two");
  expect(await screen.findByText("Only the plant in Ulm.")).toBeTruthy();
});

test("the page of a link says that the part was taken back", async () => {
  const server = new RfxServer({ forms });
  await showLink(server, partOf({ isOwn: true, status: "OPENED" }));
  await screen.findByRole("button", { name: "Done with my part" });
  await waitFor(() => expect(watchedRfx()).not.toBeNull());

  server.answers["POST /api/session/guest"] = { status: 401 };
  const watched = watchedRfx();
  if (watched) act(() => unwatchRfx(watched));
  expect(await screen.findByRole("heading", { name: "Part taken back" })).toBeTruthy();
});
