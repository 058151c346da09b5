import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { toasts } from "../../../lib/toasts";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import { ToastHost } from "../../../ui/toast-host";
import type { RfxRequest } from "../types";
import { ComparisonTab } from "./comparison-tab";

const request = { id: 5, mayManage: true } as RfxRequest;

const supplier = (rfxId: number, name: string, changes = {}) => ({
  rfxId,
  name,
  isGuest: false,
  logoUrl: null,
  status: "COMPLETED",
  statusInfo: { label: "Completed", icon: "completed", style: "ok" },
  score: 80,
  completion: 100,
  endedBecause: null,
  isWithdrawn: false,
  mayReview: true,
  ...changes,
});

const question = (key: string, changes = {}) => ({
  key,
  sectionId: "0.1",
  number: "1.1",
  label: `Question ${key}`,
  hint: "",
  type: "TEXT",
  isScored: false,
  canRank: false,
  direction: null,
  differs: true,
  sameCount: 0,
  sameText: null,
  cells: [],
  ...changes,
});

const comparison = (changes = {}) => ({
  suppliers: [supplier(41, "Aurora"), supplier(42, "Bergmann"), supplier(43, "Calder")],
  page: 1,
  pageSize: 12,
  supplierCount: 3,
  answeredCount: 3,
  submittedCount: 3,
  allCount: 3,
  questionCount: 3,
  differingCount: 2,
  sections: [
    { id: "0.1", title: "1. Offer", scores: [{ percent: 90, mark: "BEST" }, null, null] },
    { id: "0.2", title: "2. Quality", scores: [null, null, null] },
  ],
  questions: [
    question("price", {
      type: "CURRENCY_AMOUNT",
      canRank: true,
      direction: "LOWER",
      cells: [
        {
          text: "SEK 512",
          converted: "EUR 45.98",
          number: "512",
          currency: "SEK",
          iteration: 1,
          mark: "BEST",
        },
        { text: "EUR 46.10", number: "46.10", currency: "EUR", iteration: 3 },
        null,
      ],
    }),
    question("site", { number: "1.2", differs: false, sameCount: 3, sameText: "Ulm" }),
    question("iso", {
      sectionId: "0.2",
      number: "2.1",
      type: "YESNO",
      isScored: true,
      cells: [
        { text: "Yes", iteration: 1 },
        { text: "Yes", iteration: 1 },
        { text: "No", iteration: 2, isDifferent: true, points: { points: 0, most: 10, percent: 0 } },
      ],
    }),
  ],
  rates: { baseCurrency: "EUR", rates: [], updated: "2026-11-20T10:00:00Z", enteredBy: "Rosa Meyer" },
  currencies: ["EUR", "SEK"],
  ...changes,
});

/** Answer the requests of the tab; `responses` replaces the response of single endpoints. */
function serve(body: unknown, responses: Record<string, { status?: number; body: unknown }> = {}): Call[] {
  return answerCalls(({ method, url }) => {
    const response = responses[`${method} ${url.pathname}`];
    return response ?? { body: url.pathname.endsWith("/comparison") ? body : {} };
  });
}

const show = async () => {
  renderOnPage(
    <>
      <ComparisonTab request={request} />
      <ToastHost />
    </>,
  );
  return await screen.findByRole("grid");
};

const cell = (text: string) => {
  const gridCell = screen.getByText(text).closest<HTMLElement>("[role=gridcell]");
  if (!gridCell) throw new Error(`no cell with ${text}`);
  return gridCell;
};

beforeEach(() => {
  cleanup();
  toasts.clear();
  window.history.replaceState(null, "", "/rfx/request/5?tab=comparison");
});

test("amounts, marks, same and different answers are shown", async () => {
  serve(comparison());
  const grid = await show();
  expect(within(grid).getAllByRole("columnheader")).toHaveLength(4);
  expect(within(cell("EUR 45.98")).getByText("SEK 512")).toBeTruthy();
  expect(within(cell("EUR 45.98")).getByText("Best")).toBeTruthy();
  expect(screen.getByText("All 3: Ulm")).toBeTruthy();
  expect(cell("No").className).toContain("different");
  expect(screen.getByText("No answer")).toBeTruthy();
  expect(screen.getByText(/No rate for SEK/)).toBeTruthy();
});

test("only differences folds the other questions, only scored leaves the scored ones", async () => {
  serve(comparison());
  await show();
  await userEvent.click(screen.getByRole("radio", { name: "Only differences" }));
  expect(screen.queryByText("Question site")).toBeNull();
  await userEvent.click(screen.getByText(/1 question without differences/));
  expect(screen.getByText("Question site")).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "Only scored" }));
  expect(screen.queryByText("Question price")).toBeNull();
  expect(screen.getByText("Question iso")).toBeTruthy();
  expect(window.location.search).toContain("show=scored");
});

test("arrow keys move between cells with one tab stop, Enter opens a cell and Escape closes it", async () => {
  serve(comparison());
  const grid = await show();
  cell("No").focus();
  await userEvent.keyboard("{ArrowLeft}");
  expect(document.activeElement).toBe(screen.getAllByText("Yes")[1]?.closest("[role=gridcell]"));
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  // The folded question spans all columns.
  expect(document.activeElement?.textContent).toBe("All 3: Ulm");
  await userEvent.keyboard("{Control>}{End}{/Control}");
  expect(document.activeElement).toBe(cell("No"));
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "Calder, question 2.1" })).toBeTruthy();
  expect(screen.getByText("0 of 10 points")).toBeTruthy();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(cell("No"));
});

test("A accepts the version of the answer that is shown, and the comparison is loaded again", async () => {
  const calls = serve(comparison());
  await show();
  await userEvent.click(cell("No"));
  await userEvent.keyboard("a");
  await waitFor(() => expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(1));
  expect(calls.find(({ method }) => method === "PUT")).toMatchObject({
    url: { pathname: "/api/rfx/43/acceptance" },
    body: { answers: [{ field: "iso", iteration: 2 }], accepted: true },
  });
  await waitFor(() =>
    expect(calls.filter(({ url }) => url.pathname.endsWith("/comparison"))).toHaveLength(2),
  );
});

test("Q asks the supplier about the answer", async () => {
  serve(comparison(), { "GET /api/rfx/43/assignee": { body: [] } });
  await show();
  await userEvent.click(cell("No"));
  await userEvent.keyboard("q");
  expect(await screen.findByRole("dialog", { name: "Ask about this answer" })).toBeTruthy();
});

const note = {
  id: 9,
  text: "Checked on site.",
  created: "2026-11-12T10:00:00Z",
  updated: "2026-11-12T10:00:00Z",
  isEdited: false,
  createdBy: { id: 7, name: "Rosa Meyer", initials: "RM", colour: "rose" },
  mayEdit: true,
  mayDelete: true,
};

const withNote = () => {
  const loaded = comparison();
  const [price, site, iso] = loaded.questions;
  const cells = [{ text: "Yes", iteration: 1 }, null, { text: "No", iteration: 2, notes: 1 }];
  return { ...loaded, questions: [price, site, { ...iso, cells }] };
};

test("N opens a note, whose letters are no shortcuts; Escape closes it before the cell", async () => {
  const calls = serve(comparison());
  await show();
  await userEvent.click(cell("No"));
  await userEvent.keyboard("n");
  const text = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Note" });
  expect([document.activeElement, text.value]).toEqual([text, ""]);
  await userEvent.keyboard("Ask again");
  expect(text.value).toBe("Ask again");
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() => expect(calls.find(({ method }) => method === "POST")).toBeTruthy());
  expect(calls.find(({ method }) => method === "POST")).toMatchObject({
    url: { pathname: "/api/rfxRequest/5/rfx/43/note/iso" },
    body: { text: "Ask again" },
  });
  await waitFor(() => expect(screen.queryByRole("textbox", { name: "Note" })).toBeNull());
  await userEvent.keyboard("n");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("textbox", { name: "Note" })).toBeNull();
  expect(screen.getByRole("dialog", { name: "Calder, question 2.1" })).toBeTruthy();
});

test("notes are shown in the opened cell, and their author changes and deletes them", async () => {
  const calls = serve(withNote(), { "GET /api/rfxRequest/5/rfx/43/note/iso": { body: [note] } });
  await show();
  expect(within(cell("No")).getByText("1 note")).toBeTruthy();
  await userEvent.click(cell("No"));
  const list = await screen.findByRole("list", { name: "Notes of your organisation" });
  expect(within(list).getByText("Checked on site.")).toBeTruthy();
  await userEvent.click(within(list).getByRole("button", { name: "Edit" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Note" }), " Fine.");
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")).toMatchObject({
      url: { pathname: "/api/rfxRequest/5/note/9" },
      body: { text: "Checked on site. Fine.", basedOn: note.updated },
    }),
  );
  await userEvent.click(await screen.findByRole("button", { name: "Delete..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete note" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "DELETE")).toBe(true));
});

test("an empty note is an error at its field", async () => {
  const calls = serve(comparison());
  await show();
  await userEvent.click(cell("No"));
  await userEvent.keyboard("n");
  await userEvent.click(await screen.findByRole("button", { name: "Save note" }));
  expect(screen.getByText("Please enter a note.")).toBeTruthy();
  expect(calls.some(({ method }) => method === "POST")).toBe(false);
});

test("viewers without the permission have neither choices nor actions", async () => {
  const viewed = comparison();
  serve({ ...viewed, suppliers: viewed.suppliers.map((each) => ({ ...each, mayReview: false })) });
  renderOnPage(<ComparisonTab request={{ ...request, mayManage: false }} />);
  await screen.findByRole("grid");
  expect(screen.getByText("Lower is better").tagName).toBe("SPAN");
  expect(screen.queryByRole("button", { name: "Change rates" })).toBeNull();
  await userEvent.click(cell("No"));
  expect(screen.queryByRole("button", { name: /Accept/ })).toBeNull();
  expect(screen.queryByRole("button", { name: /Note/ })).toBeNull();
});

test("a direction that a colleague has changed is not overwritten", async () => {
  const message = "Someone else has chosen “Higher is better” for this question in the meantime.";
  const calls = serve(comparison(), {
    "PUT /api/rfxRequest/5/comparison/direction": { status: 409, body: { code: "stale", errors: [message] } },
  });
  await show();
  await userEvent.selectOptions(screen.getByRole("combobox", { name: /Which is better/ }), "");
  expect(await screen.findByText(message)).toBeTruthy();
  expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
    key: "price",
    direction: null,
    basedOn: "LOWER",
  });
});

test("an invalid rate shows its error, and the typed text stays", async () => {
  const sentence = "Enter a rate above 0.";
  serve(comparison(), {
    "PUT /api/rfxRequest/5/comparison/rates": {
      status: 422,
      body: { code: "invalid", errors: [sentence], fields: { "rates.0.rate": [sentence] } },
    },
  });
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Change rates" }));
  const rate = await screen.findByRole("textbox", { name: "Rate of SEK in EUR" });
  await userEvent.type(rate, "0");
  await userEvent.click(screen.getByRole("button", { name: "Save rates" }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect((rate as HTMLInputElement).value).toBe("0");
});

test("a sealed request, no answers and a failure each have a text", async () => {
  const sealed = "This request is sealed: its answers can be read after the deadline.";
  const path = "GET /api/rfxRequest/5/comparison";
  serve({}, { [path]: { status: 409, body: { code: "requestSealed", errors: [sealed] } } });
  renderOnPage(<ComparisonTab request={request} />);
  expect(await screen.findByText(sealed)).toBeTruthy();
  cleanup();
  serve(comparison({ answeredCount: 0 }));
  renderOnPage(<ComparisonTab request={request} />);
  expect(await screen.findByText("No supplier has answered yet.")).toBeTruthy();
  cleanup();
  serve({}, { [path]: { status: 500, body: {} } });
  renderOnPage(<ComparisonTab request={request} />);
  expect(await screen.findByText("The comparison could not be loaded.")).toBeTruthy();
});

test("more suppliers are on further pages", async () => {
  const calls = serve(comparison({ supplierCount: 30, allCount: 30 }));
  await show();
  expect(screen.getByText("Suppliers 1 to 12 of 30")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Next suppliers" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("page")).toBe("2"));
});
