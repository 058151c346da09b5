import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { blockNode, fieldNode, formOf, textNode } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import RfxDetail from "../detail/detail";
import type { Rfx } from "../types";
import type { Part, Parts } from "./parts";

const heading = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });
const forms = [
  formOf(
    heading("Company"),
    fieldNode("legal", { label: "Legal name" }),
    fieldNode("site", { label: "Site" }),
    heading("Laboratory"),
    fieldNode("method", { label: "Method" }),
    fieldNode("proof", { label: "Proof" }),
    heading("Waste"),
    fieldNode("waste", { label: "Waste" }),
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
    isOwn: false,
    note: "",
    due: null,
    status: "ASKED",
    askedBy: person(3, "Anna Keller"),
    created: "2026-11-03T09:00:00Z",
    done: null,
    ...changes,
  };
}

const partsOf = (parts: Part[], mayAssign = true): Parts => ({ parts, mayAssign });

/** Show a response with three answers, of which the legal name is accepted, to the requester. */
function show(parts: Parts, changes: Partial<Rfx> = {}) {
  const server = new RfxServer({
    forms,
    values: { legal: "Bergmann GmbH", method: "ISO 10993", proof: "Yes" },
    role: "REQUESTER",
    status: "COMPLETED",
  });
  const legal = server.values.legal;
  if (legal) legal.accepted = "2026-11-21T09:00:00Z";
  server.answers["GET /api/rfx/41/reviewPart"] = { status: 200, body: parts };
  renderOnPage(
    <RfxDetail rfx={{ ...server.rfx, ...changes } as unknown as Rfx} taskId={null} parts={parts} />,
  );
  return server;
}

const strip = () => document.querySelector(".whose-turn summary")?.textContent;

test("a section is shared with a colleague, with the numbers of answers to review", async () => {
  const server = show(partsOf([]));
  server.answers["GET /api/user"] = {
    status: 200,
    body: [{ ...person(21, "Ana Horvat"), email: "ana@meridian.example" }],
  };
  const asked = partsOf([partOf()]);
  server.answers["POST /api/rfx/41/reviewPart"] = { status: 201, body: asked };
  await userEvent.click(await screen.findByRole("button", { name: "Ask for a review..." }));
  const dialog = await screen.findByRole("dialog", { name: "Ask for a review" });
  const texts = within(dialog)
    .getAllByRole("checkbox")
    .map((box) => box.closest(".form-check")?.textContent);
  expect(texts).toEqual(["Company Reviewed", "Laboratory 2 of 2 to review", "Waste No answers"]);
  expect(within(dialog).getByRole<HTMLInputElement>("checkbox", { name: /Waste/ }).disabled).toBe(true);
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask" }));
  expect(within(dialog).getByText("Choose a person.")).toBeTruthy();
  expect(within(dialog).getByText("Choose at least one section.")).toBeTruthy();
  expect(server.moves).toEqual([]);

  await userEvent.click(within(dialog).getByRole("checkbox", { name: /Laboratory/ }));
  const reviewer = within(dialog).getByRole("combobox", { name: "Reviewer" });
  await userEvent.type(reviewer, "ana@elsewhere.example");
  expect(screen.queryByRole("option", { name: /By e-mail/ })).toBeNull();
  await userEvent.clear(reviewer);
  await userEvent.type(reviewer, "Ana");
  await userEvent.click(await screen.findByRole("option", { name: /Ana Horvat/ }));
  await userEvent.type(within(dialog).getByRole("textbox", { name: /Note/ }), "Please");
  server.answers["GET /api/rfx/41/reviewPart"] = { status: 200, body: asked };
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask" }));
  await waitFor(() => expect(server.moves).toEqual(["POST /api/rfx/41/reviewPart"]));
  const call = server.calls.find(({ method }) => method === "POST");
  expect(call?.body).toEqual({
    userId: 21,
    sections: [{ docFormId: 5, sectionIndex: 2 }],
    note: "Please",
    due: null,
  });
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(strip()).toContain("0 of 1 part reviewed. Ana: reviewing.");
});

test("an error of the server is shown at its field, and the dialog stays open", async () => {
  const server = show(partsOf([partOf()]));
  const sentence = "This day is already over. Choose a later one.";
  server.answers["PUT /api/rfx/41/reviewPart/3"] = {
    status: 422,
    body: { message: "Not valid", code: "invalid", fields: { due: [sentence] } },
  };
  await openActions();
  await userEvent.click(screen.getByRole("menuitem", { name: "Change..." }));
  const dialog = await screen.findByRole("dialog", { name: "Change the review of “Laboratory”" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Ask again" }));
  expect(await within(dialog).findByText(sentence)).toBeTruthy();
  const call = server.calls.find(({ method }) => method === "PUT");
  expect(call?.body).toEqual({ userId: null, note: "", due: null });
});

async function openActions() {
  await userEvent.click(await screen.findByText("Show parts"));
  await userEvent.click(await screen.findByRole("button", { name: "Actions on Laboratory" }));
}

test("the strip says whose turn it is, and reminds", async () => {
  const done = partOf({ id: 4, title: "Waste", status: "DONE", assignee: person(22, "Bo Berg") });
  const server = show(partsOf([partOf({ due: "2020-01-01" }), done]));
  server.answers["POST /api/rfx/41/reviewPart/3/reminder"] = { status: 200, body: partsOf([partOf(), done]) };
  expect(await screen.findByText("1 of 2 parts reviewed.")).toBeTruthy();
  expect(strip()).toMatch(/Ana: \d+ days late\./);
  await openActions();
  await userEvent.click(screen.getByRole("menuitem", { name: "Remind" }));
  await waitFor(() => expect(server.moves).toEqual(["POST /api/rfx/41/reviewPart/3/reminder"]));
  await userEvent.click(screen.getByRole("button", { name: "Actions on Waste" }));
  expect(screen.queryByRole("menuitem", { name: "Change..." })).toBeNull();
  expect(screen.getByRole("menuitem", { name: "Take back..." })).toBeTruthy();
});

test("a part is taken back after a confirmation", async () => {
  const server = show(partsOf([partOf()]));
  server.answers["POST /api/rfx/41/reviewPart/3/withdraw"] = { status: 200, body: partsOf([]) };
  await openActions();
  await userEvent.click(screen.getByRole("menuitem", { name: "Take back..." }));
  const dialog = await screen.findByRole("dialog", { name: "Take back “Laboratory”" });
  expect(dialog.textContent).toContain("Ana Horvat is no longer asked to review it.");
  server.answers["GET /api/rfx/41/reviewPart"] = { status: 200, body: partsOf([]) };
  await userEvent.click(within(dialog).getByRole("button", { name: "Take back" }));
  await waitFor(() => expect(document.querySelector(".whose-turn")).toBeNull());
});

test("a reviewer starts with the own part and reviews nothing else", async () => {
  show(partsOf([partOf({ isOwn: true, note: "Check the norm" })], false), {
    reviewKeys: ["method", "proof"],
  });
  expect(await screen.findByText("Check the norm")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Your part to review: Laboratory" })).toBeTruthy();
  expect(screen.queryByText("Legal name")).toBeNull();
  expect(await screen.findByRole("button", { name: /^Accept\s?: Method/ })).toBeTruthy();
  const bar = document.querySelector<HTMLElement>(".review-bar");
  expect(bar?.querySelector("[role=status]")?.textContent).toBe("0 of 2 reviewed");
  expect(screen.queryByRole("button", { name: "Ask for a review..." })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Yours" }));
  await userEvent.click(screen.getByRole("menuitemradio", { name: "All questions" }));
  expect(screen.getByText("Legal name")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^(Accept|Undo|Follow-up).*Legal name/ })).toBeNull();
  expect(screen.getByRole("button", { name: /^Follow-up.*Proof/ })).toBeTruthy();
});

test("nothing can be shared before the submission", async () => {
  const server = new RfxServer({ forms, values: { legal: "Bergmann" }, role: "REQUESTER" });
  renderOnPage(<RfxDetail rfx={server.rfx as unknown as Rfx} taskId={null} parts={partsOf([partOf()])} />);
  await openActions();
  expect(screen.getAllByRole("menuitem").map(({ textContent }) => textContent)).toEqual(["Take back..."]);
  expect(screen.queryByRole("button", { name: /Ask for a review/ })).toBeNull();
});
