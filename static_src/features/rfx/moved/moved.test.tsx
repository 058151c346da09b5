import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import RfxDetail from "../detail/detail";
import type { Rfx } from "../types";
import { destinationOf, type RfxMoved } from "./former-keys";

type Former = RfxMoved["formerKeys"][number][number];

const former = (name: string, key: string | null, more: Partial<Former> = {}): Former => ({
  former: name,
  base: 0,
  label: `Question ${name}`,
  key,
  iteration: 0,
  isAsked: key !== null,
  ...more,
});
const notice = {
  id: 4,
  author: "Anna Keller",
  date: "2026-11-20T14:02:00Z",
  formTitle: "Form 1",
  revision: 2,
  carried: 1,
  newKeys: ["port"],
  againKeys: [],
};
const text = (name: string) =>
  screen.getByRole("textbox", { name: new RegExp(`Question ${name}`) }) as HTMLInputElement;
const notices = () => screen.queryByRole("region", { name: "New version of the questionnaire" });
const leftTexts = () => screen.queryByRole("region", { name: "Texts without a question" });

/** Store texts as unsent answers of an earlier page: by key, the text and its base. They were typed in this order. */
function type(drafts: Record<string, [value: string, base: number]>): void {
  const answers = Object.entries(drafts).map(([key, [value, base]], index) => [
    key,
    { key, value, base, edit: `old-${index}`, at: 1000 + index, sent: false, attempts: [] },
  ]);
  localStorage.setItem("assay.unsent.user-7.rfx-41", JSON.stringify(Object.fromEntries(answers)));
}

/** Show an RFx that was moved to a form with these questions. */
function show(names: string[], formerKeys: RfxMoved["formerKeys"], values: Record<string, unknown> = {}) {
  const forms = [formOf(...names.map((name) => fieldNode(name)))];
  const server = new RfxServer({ forms, values, moved: { notice, formerKeys } });
  const open = () =>
    renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />, {
      organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null },
    });
  return { server, open, page: open() };
}

beforeEach(() => localStorage.clear());

test("a text typed before the move is sent under the new key of its question", async () => {
  type({ contact: ["Ana Weber", 0] });
  const { server } = show(["person", "port"], [[former("contact", "person")]]);
  await waitFor(() => expect(server.values.person?.value).toBe("Ana Weber"));
  expect(text("person").value).toBe("Ana Weber");
  expect((await screen.findAllByText("All changes saved")).length).toBeGreaterThan(0);
  expect(localStorage.getItem("assay.unsent.user-7.rfx-41")).toBeNull();
});

test("a text over an answer that the move carried over is sent without a conflict", async () => {
  type({ hours: ["8 to 18", 0] });
  const { server } = show(["hours"], [[former("hours", "hours", { iteration: 1 })]], { hours: "8 to 16" });
  await waitFor(() => expect(server.values.hours?.value).toBe("8 to 18"));
  expect(text("hours").value).toBe("8 to 18");
});

test("a text over an answer that a colleague changed before the move stays a conflict", async () => {
  type({ hours: ["8 to 18", 0] });
  const keys = [[former("hours", "hours", { base: 1, iteration: 1 })]];
  const { server } = show(["hours"], keys, { hours: "8 to 16" });
  await screen.findByRole("button", { name: /Keep mine/ });
  expect(server.values.hours?.value).toBe("8 to 16");
});

test("each text is at its question after every question took the key of the one before", async () => {
  type({ one: ["First", 0], two: ["Second", 0] });
  // The server adds an empty answer under a key that another question had.
  const keys = [[former("one", "two", { iteration: 1 }), former("two", "three")]];
  const { server } = show(["two", "three"], keys, { two: null });
  await waitFor(() => expect(server.values.three?.value).toBe("Second"));
  await waitFor(() => expect(server.values.two?.value).toBe("First"));
  expect([text("two").value, text("three").value]).toEqual(["First", "Second"]);
});

test("a text without a question is shown until the user discards it", async () => {
  type({ fax: ["+49 7141 5550", 0] });
  const { server } = show(["port"], [[former("fax", null)]]);
  const left = await screen.findByRole("region", { name: "Texts without a question" });
  expect(left.textContent).toContain("Question fax: This question was removed.");
  expect(left.textContent).toContain("+49 7141 5550");
  expect((await screen.findAllByText("All changes saved")).length).toBeGreaterThan(0);
  expect(server.values.fax).toBeUndefined();
  expect(localStorage.getItem("assay.unsent.user-7.rfx-41.left")).toContain("+49 7141 5550");
  await userEvent.click(within(left).getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(leftTexts()).toBeNull());
  expect(localStorage.getItem("assay.unsent.user-7.rfx-41.left")).toBeNull();
});

test("the notice goes to the new question and stays dismissed", async () => {
  const { open, page } = show(["name", "port"], []);
  const shown = await screen.findByRole("region", { name: "New version of the questionnaire" });
  expect(shown.textContent).toContain("Anna Keller moved this questionnaire to revision 2");
  expect(shown.textContent).toContain("1 answer was kept, 1 question is new.");
  await userEvent.click(within(shown).getByRole("button", { name: "Next new question" }));
  await waitFor(() => expect(document.activeElement).toBe(text("port")));
  await userEvent.click(within(shown).getByRole("button", { name: "Dismiss" }));
  expect(notices()).toBeNull();
  page.unmount();
  open();
  await screen.findAllByText("All changes saved");
  expect(notices()).toBeNull();
});

test("a text follows its question through several moves", () => {
  const formerKeys = [[former("one", "two", { iteration: 1 })], [former("two", "three", { base: 1 })]];
  expect(destinationOf({ key: "one", base: 0 }, { notice, formerKeys })).toMatchObject({
    key: "three",
    base: 0,
  });
  expect(destinationOf({ key: "two", base: 2 }, { notice, formerKeys })).toBeNull();
});
