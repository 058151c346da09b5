import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Requirement } from "../../../domain/documents/document-state";
import type { ShelfDocument } from "../../../domain/documents/own-documents";
import { aDocument, aRequirement, aType } from "../../../testing/documents";
import { firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import { takeUploads } from "../../../testing/uploads";
import MyDocuments from "./shelf";

const iso = aType({ name: "ISO 9001" });
const insurance = aType({ id: 2, name: "Liability insurance", fields: ["SUM_INSURED"] });
const own: ShelfDocument = {
  ...aDocument({ type: iso }),
  supersedesId: null,
  supersededById: null,
  customers: [],
};
const asked: Requirement = aRequirement({
  type: iso,
  state: "ASKED",
  document: null,
  site: "Bremen",
  message: "Please send the renewed certificate.",
  actions: { ask: false, submit: true, accept: false, reject: false, waive: false },
});

type Answer = { status?: number; body?: unknown };

function open({
  requirements = [asked],
  documents = [own],
  linked = null as Requirement | null,
  permissions = ["ANSWER_RFX"],
  answer = (_: Call): Answer | undefined => undefined,
} = {}) {
  history.replaceState(null, "", "/setup/document");
  const calls = answerCalls((call) => {
    const special = answer(call);
    if (special) return special;
    if (call.url.pathname === "/api/attachment/start")
      return { body: { id: 90, uploadUrl: "/api/upload/90" } };
    if (call.url.pathname === "/api/document") return { body: call.method === "POST" ? own : documents };
    return { body: call.method === "POST" ? asked : requirements };
  });
  renderOnPage(
    <MyDocuments
      asked={firstPage(requirements)}
      linked={linked}
      list={firstPage(documents)}
      types={[iso, insurance]}
    />,
    { path: "/setup/document", permissions },
  );
  return calls;
}

const posts = (calls: Call[], path: string) =>
  calls.filter(({ method, url }) => method === "POST" && url.pathname === path).map(({ body }) => body);

async function choosePdf() {
  const input = document.querySelector<HTMLInputElement>("[role=dialog] input[type=file]:not([capture])");
  if (!input) throw new Error("no input");
  await userEvent.upload(input, new File(["pdf"], "iso-2027.pdf", { type: "application/pdf" }));
  await screen.findByRole("button", { name: "Remove iso-2027.pdf" });
}

beforeEach(() => takeUploads());

test("a request shows the customer, the type, the site, the message and when it was asked", () => {
  const calls = open();
  const row = screen.getByRole("listitem");
  for (const text of ["ISO 9001", "Meridian Surgical", "Bremen", "Please send the renewed certificate."]) {
    expect(within(row).getByText(text)).toBeTruthy();
  }
  expect(row.textContent).toMatch(/asked on (10 Nov|Nov 10,) 2026/);
  expect(calls).toHaveLength(0);
});

test("without requests and documents the page says what will appear", () => {
  open({ requirements: [], documents: [] });
  expect(screen.getByText("No customer is waiting for a document.")).toBeTruthy();
  expect(screen.getByText("You have no documents yet.")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Add document..." })).toHaveLength(2);
});

test("a viewer without the permission reads, and has no actions", () => {
  open({ permissions: [] });
  expect(screen.getByText("Your role can't send documents.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Upload|Replace|Delete|Add/ })).toBeNull();
});

test("a valid document is sent with two presses", async () => {
  const calls = open({ requirements: [{ ...asked, offers: [own] }] });
  await userEvent.click(
    screen.getByRole("button", { name: /Use the one you have \(valid to (12 Mar|Mar 12,) 2029\)/ }),
  );
  const dialog = within(await screen.findByRole("dialog", { name: "Send ISO 9001 to Meridian Surgical" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send document" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts(calls, "/api/documentRequirement/5/document")).toEqual([{ documentId: 40 }]);
});

test("one of several documents can be chosen", async () => {
  const other = aDocument({ id: 41, type: iso, number: "Q-13", sites: "Ulm" });
  const calls = open({ requirements: [{ ...asked, offers: [own, other] }] });
  await userEvent.click(screen.getByRole("button", { name: /Use one of the 2 you have/ }));
  await userEvent.click(await screen.findByRole("radio", { name: /Q-13/ }));
  await userEvent.click(screen.getByRole("button", { name: "Send document" }));
  await waitFor(() =>
    expect(posts(calls, "/api/documentRequirement/5/document")).toEqual([{ documentId: 41 }]),
  );
});

test("an upload for a customer is stored and sent, after a far end was confirmed", async () => {
  const doubt = {
    code: "dateUnconfirmed",
    fields: { validUntil: ["Is 2058 right? Please check the date."] },
  };
  const calls = open({
    answer: ({ method, url, body }) =>
      method === "POST" &&
      url.pathname === "/api/document" &&
      !(body as { isDateConfirmed: boolean }).isDateConfirmed
        ? { status: 422, body: doubt }
        : undefined,
  });
  await userEvent.click(screen.getByRole("button", { name: /^Upload\.\.\. ISO 9001/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Upload ISO 9001 for Meridian Surgical" }));
  await userEvent.click(dialog.getByRole("button", { name: "Upload and send" }));
  expect(await dialog.findByText("Add the file.")).toBeTruthy();
  expect(dialog.getByText("Enter the day until which the document is valid.")).toBeTruthy();
  await choosePdf();
  await userEvent.type(dialog.getByRole("textbox", { name: /Number/ }), "Q-12");
  await userEvent.type(dialog.getByRole("textbox", { name: /Issued by/ }), "TÜV");
  await userEvent.type(dialog.getByRole("textbox", { name: /Valid until/ }), "12/03/2058");
  await userEvent.click(dialog.getByRole("button", { name: "Upload and send" }));
  expect(await dialog.findByText("Is 2058 right? Please check the date.")).toBeTruthy();
  expect(dialog.getByRole("textbox", { name: /Number/ })).toHaveProperty("value", "Q-12");
  await userEvent.click(dialog.getByRole("checkbox", { name: "Yes, it is valid until 12/03/2058" }));
  await userEvent.click(dialog.getByRole("button", { name: "Upload and send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(posts(calls, "/api/document").at(-1)).toMatchObject({
    typeId: 1,
    attachmentId: 90,
    number: "Q-12",
    validUntil: "2058-03-12",
    isDateConfirmed: true,
  });
  expect(posts(calls, "/api/documentRequirement/5/document")).toEqual([{ documentId: 40 }]);
});

test("an error of the file is shown at the file, and the entries stay", async () => {
  const same = "You already have this file: ISO 9001 Q-12, valid until 12 Mar 2029.";
  open({
    requirements: [],
    answer: ({ method, url }) =>
      method === "POST" && url.pathname === "/api/document"
        ? { status: 422, body: { fields: { attachmentId: [same] } } }
        : undefined,
  });
  await userEvent.click(screen.getByRole("button", { name: "Add document..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Add document" }));
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: /Type/ }), "Liability insurance");
  await choosePdf();
  await userEvent.type(dialog.getByRole("textbox", { name: /Valid until/ }), "12/03/2029");
  await userEvent.type(dialog.getByRole("textbox", { name: /Sum insured/ }), "5 million");
  await userEvent.click(dialog.getByRole("button", { name: "Add document" }));
  expect(await dialog.findByText(/Enter the sum insured in whole units/)).toBeTruthy();
  await userEvent.selectOptions(dialog.getByRole("combobox", { name: /Type/ }), "ISO 9001");
  await userEvent.type(dialog.getByRole("textbox", { name: /Number/ }), "Q-12");
  await userEvent.type(dialog.getByRole("textbox", { name: /Issued by/ }), "TÜV");
  await userEvent.click(dialog.getByRole("button", { name: "Add document" }));
  expect(await dialog.findByText(same)).toBeTruthy();
  expect(dialog.getByRole("textbox", { name: /Number/ })).toHaveProperty("value", "Q-12");
});

test("a replacement starts with the details of the earlier document, without its dates", async () => {
  const calls = open({ requirements: [] });
  await userEvent.click(screen.getByRole("button", { name: "Replace... ISO 9001 Q-12/2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Replace ISO 9001 Q-12/2026" }));
  expect(dialog.getByRole("textbox", { name: /Issued by/ })).toHaveProperty("value", "TÜV Nord");
  expect(dialog.getByRole("textbox", { name: /Valid until/ })).toHaveProperty("value", "");
  await choosePdf();
  await userEvent.type(dialog.getByRole("textbox", { name: /Valid until/ }), "12/03/2032");
  await userEvent.click(dialog.getByRole("button", { name: "Replace document" }));
  await waitFor(() => expect(posts(calls, "/api/document")).toHaveLength(1));
  expect(posts(calls, "/api/document")[0]).toMatchObject({ supersedesId: 40, validUntil: "2032-03-12" });
});

test("a replacement goes to the customers of the earlier document if the supplier wants it", async () => {
  const customers = ["Meridian Surgical", "Halden Rail", "Nordlicht", "Kaiser"].map((name, id) => ({
    id,
    name,
  }));
  const calls = open({ requirements: [], documents: [{ ...own, customers }] });
  await userEvent.click(screen.getByRole("button", { name: "Replace... ISO 9001 Q-12/2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Replace ISO 9001 Q-12/2026" }));
  await choosePdf();
  await userEvent.type(dialog.getByRole("textbox", { name: /Valid until/ }), "12/03/2032");
  const send = dialog.getByRole("checkbox", {
    name: "Send it to Meridian Surgical, Halden Rail, Nordlicht and 1 more customer",
  });
  await userEvent.click(send);
  expect(dialog.getByRole("button", { name: "Replace document" })).toBeTruthy();
  await userEvent.click(send);
  await userEvent.click(dialog.getByRole("button", { name: "Replace and send" }));
  await waitFor(() => expect(posts(calls, "/api/document")).toHaveLength(1));
  expect(posts(calls, "/api/document")[0]).toMatchObject({ supersedesId: 40, sendToCustomers: true });
});

test("only a document that no customer has can be deleted, after a confirmation", async () => {
  const sent = { ...own, id: 42, number: "S-1", customers: [{ id: 1, name: "Meridian Surgical" }] };
  const calls = open({ requirements: [], documents: [own, sent] });
  expect(screen.queryByRole("button", { name: "Delete... ISO 9001 S-1" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Delete... ISO 9001 Q-12/2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete document" }));
  expect(dialog.getByText(/No customer has this document/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Delete this document" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
  expect(calls.find(({ method }) => method === "DELETE")?.url.pathname).toBe("/api/document/40");
});

test("earlier documents appear on demand", async () => {
  const calls = open({ requirements: [] });
  await userEvent.click(screen.getByRole("switch", { name: "Show earlier documents" }));
  await waitFor(() => expect(calls.some(({ url }) => url.search.includes("superseded=true"))).toBe(true));
});

test("the requirement of the address is shown when it is already sent", () => {
  open({ requirements: [], linked: { ...asked, state: "RECEIVED" } });
  expect(screen.getByText("Sent, waiting for the review")).toBeTruthy();
});

test("a document that was stored but not sent is reported, and the dialog closes", async () => {
  open({
    answer: ({ method, url }) =>
      method === "POST" && url.pathname.endsWith("/5/document")
        ? { status: 409, body: { errors: ["Meridian Surgical has this document already."] } }
        : undefined,
  });
  await userEvent.click(screen.getByRole("button", { name: /^Upload\.\.\. ISO 9001/ }));
  const dialog = within(await screen.findByRole("dialog"));
  await choosePdf();
  await userEvent.type(dialog.getByRole("textbox", { name: /Number/ }), "Q-12");
  await userEvent.type(dialog.getByRole("textbox", { name: /Issued by/ }), "TÜV");
  await userEvent.type(dialog.getByRole("textbox", { name: /Valid until/ }), "12/03/2029");
  await userEvent.click(dialog.getByRole("button", { name: "Upload and send" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("details of a document that no customer has are changed without a new file", async () => {
  const sent = { ...own, id: 41, number: "Q-13", customers: [{ id: 1, name: "Meridian Surgical" }] };
  const calls = open({ documents: [own, sent as ShelfDocument] });
  expect(screen.queryByRole("button", { name: "Edit... ISO 9001 Q-13" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Edit... ISO 9001 Q-12/2026" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit ISO 9001 Q-12/2026" }));
  const number = dialog.getByRole("textbox", { name: /^Number/ });
  await userEvent.clear(number);
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  expect(dialog.getByText("Enter the number of the document.")).toBeTruthy();
  await userEvent.type(number, "Q-12/2027");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const change = calls.find(({ method }) => method === "PUT");
  expect(change?.url.pathname).toBe("/api/document/40");
  expect(change?.body).toMatchObject({
    number: "Q-12/2027",
    issuer: "TÜV Nord",
    issuedOn: "2026-03-13",
    validUntil: "2029-03-12",
  });
});
