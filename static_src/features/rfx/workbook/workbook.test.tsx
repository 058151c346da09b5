import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { importOf, itemOf } from "../../../testing/answer-imports";
import { formOf } from "../../../testing/form-documents";
import { city, company, field, press, show } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import { takeUploads } from "../../../testing/uploads";
import type { AnswerImport } from "./types";
import "./import-screen";

const address = "/api/rfx/41/answerImport";

beforeEach(() => {
  window.history.replaceState(null, "", "/rfx/41");
  takeUploads();
});

/** Show the RFx with the server's workbook 5, opened by its address. */
function open(read: AnswerImport, search = "?import=5", role: "RESPONDENT" | "REQUESTER" = "RESPONDENT") {
  const server = new RfxServer({
    forms: [formOf(company, city)],
    values: { company: "Bergmann GmbH" },
    role,
  });
  serve(server, read);
  server.answers[`GET ${address}`] = { status: 200, body: { imports: [] } };
  window.history.replaceState(null, "", `/rfx/41${search}`);
  show(server, { buyer: role === "REQUESTER" });
  return server;
}

function serve(server: RfxServer, read: AnswerImport) {
  server.answers[`GET ${address}/5`] = { status: 200, body: read };
}

function fileInput(): HTMLInputElement {
  const input = document.querySelector<HTMLInputElement>("input[type=file]");
  if (!input) throw new Error("no input");
  return input;
}
const dialog = () => screen.findByRole("dialog");
const row = async (name: string) => {
  const cell = await screen.findByText(name, { selector: "td bdi" });
  return within(cell.closest("tr") as HTMLElement);
};
const applied = (server: RfxServer) =>
  server.calls.find(({ method, url }) => method === "POST" && url.pathname === `${address}/5/apply`)?.body;

const changes = importOf({
  items: [
    itemOf("company", "CONFLICT", {
      label: "Company name",
      here: "Bergmann GmbH",
      file: "Bergmann AG",
      hereAuthor: "Ana Silva",
      hereUpdated: "2026-11-20T13:00:00Z",
    }),
    itemOf("city", "NEW", { label: "City", file: "Ulm" }),
    itemOf("iso", "INVALID", {
      label: "ISO 9001",
      fileText: "maybe",
      sentence: "Form 1, D9: write Yes or No.",
      cell: "Form 1, D9",
    }),
  ],
});

test("a chosen file is uploaded, read and shown with its changes", async () => {
  const server = open(importOf({ state: "READING", progress: 20 }), "");
  server.answers["POST /api/attachment/start"] = {
    status: 201,
    body: { id: 77, uploadUrl: "/api/attachment/77/content" },
  };
  server.answers[`POST ${address}`] = { status: 202, body: importOf({ state: "READING" }) };
  await press("Download");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Read a filled workbook..." }));
  await dialog();
  const input = await waitFor(fileInput);
  await userEvent.upload(input, new File(["x"], "answers.xlsx"));
  expect((await screen.findByRole("progressbar", { name: "Reading" })).getAttribute("value")).toBe("20");
  expect(window.location.search).toBe("?import=5");
  serve(server, changes);
  expect(await screen.findByText("maybe", {}, { timeout: 3_000 })).toBeTruthy();
  const start = server.calls.find(({ method, url }) => method === "POST" && url.pathname === address);
  expect(start?.body).toEqual({ attachmentId: 77 });
  expect(start?.headers.get("Idempotency-Key")).toBeTruthy();
});

test("a file that is no workbook is refused before it is sent", async () => {
  const server = open(importOf(), "?import=new");
  await dialog();
  const input = await waitFor(fileInput);
  await userEvent.upload(input, new File(["x"], "answers.pdf"), { applyAccept: false });
  expect(await screen.findByText("Choose an xlsx, xls, ods, csv or zip file.")).toBeTruthy();
  expect(server.moves).not.toContain("POST /api/attachment/start");
});

test("a file that cannot be read says why, and another can be chosen", async () => {
  open(importOf({ state: "FAILED", error: "The file has a password. Remove it first." }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The file has a password. Remove it first. Choose another file.");
  expect(screen.getByText("Choose a file")).toBeTruthy();
});

test("a file whose reading could not start is sent again", async () => {
  const server = open(changes, "?import=new");
  server.answers["POST /api/attachment/start"] = {
    status: 201,
    body: { id: 77, uploadUrl: "/api/attachment/77/content" },
  };
  server.answers[`POST ${address}`] = { status: 500, body: { errors: ["Please try again later."] } };
  await dialog();
  const input = await waitFor(fileInput);
  await userEvent.upload(input, new File(["x"], "answers.xlsx"));
  expect((await screen.findByRole("alert")).textContent).toContain("Please try again later.");
  server.answers[`POST ${address}`] = { status: 202, body: changes };
  await press("Try again");
  expect(await screen.findByText("maybe")).toBeTruthy();
});

test("an unfinished workbook can be continued", async () => {
  const server = open(changes, "");
  server.answers[`GET ${address}`] = { status: 200, body: { imports: [changes] } };
  await press("Download");
  await userEvent.click(await screen.findByRole("menuitem", { name: "Read a filled workbook..." }));
  await press("Continue");
  expect(await screen.findByText("maybe")).toBeTruthy();
  expect(window.location.search).toBe("?import=5");
});

test("an invalid row names its cell once, and a conflict its author", async () => {
  const removed = itemOf("country", "INVALID", {
    label: "Country",
    fileText: "Ulm",
    sentence: "This question is no longer asked.",
    cell: "Form 1, D10",
  });
  open(importOf({ items: [...changes.items, removed] }));
  expect((await row("ISO 9001")).getByText(/write Yes or No\./).textContent).toBe(
    "Form 1, D9: write Yes or No.",
  );
  expect((await row("Country")).getByText(/no longer asked/).textContent).toBe(
    "Form 1, D10: This question is no longer asked.",
  );
  expect((await row("Company name")).getByText("Ana Silva")).toBeTruthy();
  const keep = screen.getByRole("radio", { name: "Keep here" }) as HTMLInputElement;
  expect(keep.checked).toBe(true);
});

test("the chips show the rows of one outcome", async () => {
  open(changes);
  await userEvent.click(await screen.findByRole("radio", { name: "Not valid 1" }));
  const table = within(screen.getByRole("table", { name: "What will change" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
});

test("the answers are taken over, shown in the form, and the rest is listed", async () => {
  const server = open(changes);
  server.answers[`POST ${address}/5/apply`] = {
    status: 202,
    body: { ...changes, state: "APPLYING", progress: 0 },
  };
  await screen.findByRole("button", { name: "Take over 1 answer" });
  server.write("city", "Ulm", "Jana Bergmann");
  serve(server, {
    ...changes,
    state: "APPLIED",
    items: changes.items.map((item) => ({
      ...item,
      ...(item.key === "iso" && { key: "company" }),
      appliedState: item.key === "city" ? ("APPLIED" as const) : null,
    })),
  });
  await press("Take over 1 answer");
  expect(applied(server)).toEqual({ keys: ["city"], theirs: [], clearEmpty: false });
  const toast = "1 answer taken over. 1 is left for you.";
  expect(await screen.findByText(toast, {}, { timeout: 3_000 })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(window.location.search).toBe("");
  // Only the question that is left is shown, with the focus.
  await waitFor(() => expect(document.activeElement).toBe(field(/Company name/)));
  expect(screen.queryByRole("textbox", { name: /City/ })).toBeNull();
  await press(/Left from the workbook/);
  await userEvent.click(await screen.findByRole("menuitemradio", { name: "All questions" }));
  expect(field(/City/).value).toBe("Ulm");
});

test("a conflict is replaced only when the file's answer is chosen", async () => {
  const server = open(changes);
  server.answers[`POST ${address}/5/apply`] = { status: 202, body: { ...changes, state: "APPLYING" } };
  await userEvent.click(await screen.findByRole("radio", { name: "Take the file's" }));
  await press("Take over 2 answers");
  await waitFor(() =>
    expect(applied(server)).toEqual({ keys: ["city", "company"], theirs: ["company"], clearEmpty: false }),
  );
});

test("typed answers are saved before the workbook is applied", async () => {
  const server = open(changes, "");
  await userEvent.type(field(/City/), "Bonn");
  window.history.pushState(null, "", "/rfx/41?import=5");
  window.dispatchEvent(new PopStateEvent("popstate"));
  server.answers[`POST ${address}/5/apply`] = { status: 202, body: { ...changes, state: "APPLYING" } };
  await press("Take over 1 answer");
  await waitFor(() => expect(applied(server)).toBeTruthy());
  expect(server.moves.indexOf("PUT /api/rfx/41/value")).toBeLessThan(
    server.moves.indexOf(`POST ${address}/5/apply`),
  );
  expect(server.values.city?.value).toBe("Bonn");
});

test("nothing is taken over while typed answers cannot be saved", async () => {
  const server = open(changes, "");
  server.offline = true;
  await userEvent.type(field(/City/), "Bonn");
  window.history.pushState(null, "", "/rfx/41?import=5");
  window.dispatchEvent(new PopStateEvent("popstate"));
  await press("Take over 1 answer");
  expect((await screen.findByRole("alert")).textContent).toContain("could not be saved yet");
  expect(applied(server)).toBeUndefined();
});

test("empty cells clear answers only with the switch", async () => {
  const server = open(
    importOf({ items: [itemOf("company", "EMPTY", { label: "Company name", here: "Bergmann GmbH" })] }),
  );
  server.answers[`POST ${address}/5/apply`] = { status: 202, body: { ...changes, state: "APPLYING" } };
  const button = (await screen.findByRole("button", { name: "Take over" })) as HTMLButtonElement;
  expect(button.disabled).toBe(true);
  await userEvent.click(screen.getByRole("switch", { name: "Empty cells clear answers" }));
  await press("Clear 1 answer");
  await waitFor(() => expect(applied(server)).toEqual({ keys: ["company"], theirs: [], clearEmpty: true }));
});

test("a discarded workbook is deleted, and the page is shown", async () => {
  const server = open(changes);
  await press("Discard");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.moves).toContain(`DELETE ${address}/5`);
});

test("a workbook that no longer exists leads to another one", async () => {
  const server = open(changes, "");
  server.answers[`GET ${address}/5`] = { status: 404, body: { errors: ["Not found."] } };
  window.history.pushState(null, "", "/rfx/41?import=5");
  window.dispatchEvent(new PopStateEvent("popstate"));
  expect(await screen.findByText("This workbook is no longer here.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Read a workbook" })).toBeTruthy();
});

test("500 rows are shown a hundred at a time", async () => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  open(
    importOf({ items: Array.from({ length: 500 }, (_, index) => itemOf(`q${index}`, "NEW", { file: "x" })) }),
  );
  const table = await screen.findByRole("table", { name: "What will change" });
  expect(table.querySelectorAll("tbody tr")).toHaveLength(100);
  await press("Load more");
  expect(table.querySelectorAll("tbody tr")).toHaveLength(200);
});

const own = importOf({
  kind: "FOREIGN",
  state: "MAPPING",
  filename: "caiq.xlsx",
  sheets: [
    {
      name: "CAIQ",
      rowCount: 200,
      columns: [
        { index: 0, letter: "A", heading: "Id", samples: ["A1.1"] },
        { index: 1, letter: "B", heading: "Question", samples: ["Do you audit?"] },
        { index: 2, letter: "C", heading: "Answer", samples: ["Yes"] },
        { index: 3, letter: "D", heading: "Comment on the answer", samples: [""] },
      ],
    },
  ],
});

test("the columns of a file of one's own are guessed by their headings and can be changed", async () => {
  const server = open(own);
  server.answers[`PUT ${address}/5`] = { status: 202, body: { ...own, state: "READING" } };
  const value = (name: RegExp) => (screen.getByRole("combobox", { name }) as HTMLSelectElement).value;
  await screen.findByRole("combobox", { name: /Questions/ });
  expect([value(/Questions/), value(/Answers/), value(/Comments/)]).toEqual(["1", "2", "3"]);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /Comments/ }), "None");
  await press("Match questions");
  const sent = server.calls.find(({ method, url }) => method === "PUT" && url.pathname === `${address}/5`);
  expect(sent?.body).toEqual({
    mapping: { sheet: "CAIQ", questionColumn: 1, answerColumn: 2, commentColumn: null },
  });
});

test("other columns start with new choices", async () => {
  const mapping = { sheet: "CAIQ", questionColumn: 1, answerColumn: 2, commentColumn: null };
  const row = itemOf("city", "NEW", { label: "City", file: "Ulm" });
  const server = open({ ...own, state: "READY", mapping, items: [row] });
  await userEvent.click(await screen.findByRole("checkbox", { name: /^Take over/ }));
  await press("Other columns");
  const next = { ...own, state: "READY" as const, mapping: { ...mapping, answerColumn: 3 }, items: [row] };
  server.answers[`PUT ${address}/5`] = { status: 202, body: next };
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: /Answers/ }), "3");
  await press("Match questions");
  expect(await screen.findByRole("button", { name: "Take over 1 answer" })).toBeTruthy();
});

test("a file is matched only with a column of questions and another of answers", async () => {
  const server = open(own);
  await userEvent.selectOptions(await screen.findByRole("combobox", { name: /Answers/ }), "1");
  await press("Match questions");
  expect(await screen.findByText("Choose another column.")).toBeTruthy();
  expect(server.moves).not.toContain(`PUT ${address}/5`);
});

test("a proposed question shows both texts and is taken only when ticked", async () => {
  const server = open({
    ...own,
    state: "READY",
    items: [
      itemOf("city", "PROPOSED", {
        label: "City",
        file: "Ulm",
        matchedText: "City or town",
        similarity: 93.4,
      }),
    ],
  });
  server.answers[`POST ${address}/5/apply`] = { status: 202, body: { ...changes, state: "APPLYING" } };
  expect((await row("City")).getByText("City or town").parentElement?.textContent).toBe(
    "In the file: City or town (93% alike)",
  );
  expect((screen.getByRole("button", { name: "Take over" }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(screen.getByRole("checkbox", { name: /^Take over\s?: City$/ }));
  await press("Take over 1 answer");
  await waitFor(() => expect(applied(server)).toEqual({ keys: ["city"], theirs: [], clearEmpty: false }));
});

test("requesters get no workbook, and cannot open one by its address", async () => {
  const server = open(changes, "?import=5", "REQUESTER");
  await press("Download");
  await screen.findByRole("menuitem", { name: /Excel workbook/ });
  expect(screen.queryByRole("menuitem", { name: "Workbook to fill in" })).toBeNull();
  expect(server.calls.filter(({ url }) => url.pathname.startsWith(address))).toEqual([]);
});
