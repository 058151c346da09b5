import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import ImportPage from "./import";
import { summaryOf } from "./plan";
import type { ImportRow, SupplierImport } from "./types";

const none = { CREATE: 0, UPDATE: 0, ADD: 0, SAME: 0, ASK: 0, WRONG: 0, LEFT_OUT: 0 };

function importOf(changes: Partial<SupplierImport>): SupplierImport {
  return {
    id: 4,
    filename: "suppliers.csv",
    state: "MAPPING",
    created: "2026-11-20T14:10:00Z",
    jobId: null,
    progress: 100,
    error: null,
    sheets: [
      {
        name: "suppliers",
        rowCount: 2,
        header: 0,
        columns: [
          { index: 0, letter: "A", heading: "Firma", samples: ["Bauer"] },
          { index: 1, letter: "B", heading: "Fax", samples: [] },
          { index: 2, letter: "C", heading: "Ort", samples: ["Graz"] },
        ],
      },
    ],
    mapping: [
      {
        sheet: "suppliers",
        role: "SUPPLIERS",
        header: 0,
        columns: [
          { index: 0, target: "NAME", customField: null },
          { index: 2, target: "CITY", customField: null },
        ],
      },
    ],
    customFields: [{ name: "certified", label: "Certified until" }],
    planVersion: 3,
    isOutdated: false,
    counts: none,
    ...changes,
  };
}

function rowOf(changes: Partial<ImportRow>): ImportRow {
  return {
    n: 2,
    label: "Bauer AG",
    place: "Row 2",
    city: "Graz",
    country: "Austria",
    website: null,
    externalRef: "K-1",
    level: null,
    emails: [],
    outcome: "CREATE",
    decision: null,
    organisationId: null,
    organisationName: null,
    differences: [],
    newTags: [],
    newContacts: [],
    notes: [],
    problems: [],
    cells: [],
    candidates: [],
    ...changes,
  };
}

const list = (rows: ImportRow[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 50, nextCursor: null },
});

const button = (name: string) => screen.getByRole("button", { name });

beforeEach(() => {
  window.history.replaceState(null, "", "/organisations/import/4");
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a field that is chosen for another column moves there, and columns without a field are named", async () => {
  const calls = answerCalls(() => ({ status: 202, body: importOf({ state: "PLANNING" }) }));
  renderOnPage(<ImportPage first={importOf({})} list={list([])} />);
  expect(screen.getByText("This column is left out: Fax.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Field of column B, Fax"), "City");
  expect(screen.getByText("This column is left out: Ort.")).toBeTruthy();
  await userEvent.click(button("Check the rows"));
  const saved = calls.find(({ method }) => method === "PUT");
  expect(saved?.body).toMatchObject({
    sheets: [
      {
        columns: [
          { index: 0, target: "NAME" },
          { index: 1, target: "CITY" },
        ],
      },
    ],
  });
});

test("a column is imported into a custom field", async () => {
  const calls = answerCalls(() => ({ status: 202, body: importOf({ state: "PLANNING" }) }));
  renderOnPage(<ImportPage first={importOf({})} list={list([])} />);
  const field = screen.getByLabelText<HTMLSelectElement>("Field of column B, Fax");
  await userEvent.selectOptions(field, "Custom field: Certified until");
  expect(field.value).toBe("custom:certified");
  await userEvent.click(button("Check the rows"));
  expect(calls.find(({ method }) => method === "PUT")?.body).toMatchObject({
    sheets: [{ columns: [{ index: 0 }, { index: 2 }, { index: 1, target: null, customField: "certified" }] }],
  });
});

test("a question shows the pair, and its answer is sent", async () => {
  const asked = rowOf({
    outcome: "ASK",
    candidates: [
      {
        organisationId: 7,
        name: "Bauer GmbH",
        city: "Wien",
        country: "Austria",
        website: null,
        externalRef: null,
        isInNetwork: true,
        reasons: ["NAME"],
        similarity: 96,
      },
    ],
  });
  const read = importOf({ state: "READY", counts: { ...none, ASK: 1 } });
  const calls = answerCalls(({ method }) =>
    method === "PUT" ? { body: rowOf({ outcome: "UPDATE", decision: "SAME" }) } : { body: read },
  );
  renderOnPage(<ImportPage first={read} list={list([asked])} />);
  const pair = within(screen.getByRole("list", { name: "Organisations like Bauer AG" }));
  expect(pair.getByText("name 96% alike, in your network")).toBeTruthy();
  expect(button("Import 0 suppliers").hasAttribute("disabled")).toBe(true);
  await userEvent.click(button("Same: Bauer AG is Bauer GmbH"));
  await waitFor(() =>
    expect(calls.find(({ method }) => method === "PUT")?.body).toEqual({
      decision: "SAME",
      organisationId: 7,
    }),
  );
});

test("a wrong cell is corrected in place, and a refused text stays", async () => {
  const wrong = rowOf({
    outcome: "WRONG",
    problems: ["Row 2, Country: “Nirgendwo” is not a country."],
    cells: [{ target: "COUNTRY", customField: null, label: "Country", text: "Nirgendwo" }],
  });
  const read = importOf({ state: "READY", counts: { ...none, WRONG: 1 } });
  const planned = importOf({ state: "READY", planVersion: 4, counts: { ...none, CREATE: 1 } });
  const calls = answerCalls(({ method, url, body }) => {
    if (method === "PUT" && (body as { text: string }).text !== "Austria") {
      const message = "“Ostria” is not a country.";
      return { status: 422, body: { status: 422, message, errors: [message], fields: { text: [message] } } };
    }
    if (method === "PUT") return { status: 202, body: { ...read, state: "PLANNING" } };
    return url.pathname.endsWith("/row") ? { body: [rowOf({})] } : { body: planned };
  });
  renderOnPage(<ImportPage first={read} list={list([wrong])} />);
  const input = screen.getByLabelText<HTMLInputElement>("Country");
  const correct = button("Correct Country");
  expect(correct.hasAttribute("disabled")).toBe(true);
  await userEvent.clear(input);
  await userEvent.type(input, "Ostria{Enter}");
  expect(await screen.findByText("“Ostria” is not a country.")).toBeTruthy();
  expect(input.value).toBe("Ostria");
  expect(input.getAttribute("aria-invalid")).toBe("true");
  await userEvent.clear(input);
  await userEvent.type(input, "Austria{Enter}");
  await waitFor(() => expect(screen.queryByLabelText("Country")).toBeNull(), { timeout: 4_000 });
  expect(calls.filter(({ method }) => method === "PUT").map(({ url }) => url.pathname)).toEqual([
    "/api/supplierImport/4/row/2/cell",
    "/api/supplierImport/4/row/2/cell",
  ]);
  expect(screen.getByText("1 new. No e-mails are sent.")).toBeTruthy();
});

test("the run of an outdated plan says that it is made again", async () => {
  const message = "Your network has changed since this plan was made.";
  const calls = answerCalls(({ method }) =>
    method === "POST"
      ? { status: 409, body: { code: "stale", status: 409, message, errors: [message] } }
      : { body: importOf({ state: "PLANNING" }) },
  );
  const read = importOf({ state: "READY", counts: { ...none, CREATE: 1 } });
  renderOnPage(<ImportPage first={read} list={list([rowOf({})])} />);
  await userEvent.click(button("Import 1 supplier"));
  expect(calls.find(({ method }) => method === "POST")?.body).toEqual({ planVersion: 3 });
  expect(await screen.findByText("Checking the rows...", { exact: false })).toBeTruthy();
});

test("the summary counts the imported rows and those that need the viewer", () => {
  expect(summaryOf({ ...none, CREATE: 1200, UPDATE: 2, WRONG: 1 })).toBe(
    "1,200 new, 2 updated. 1 row needs your decision and is not imported. No e-mails are sent.",
  );
  expect(summaryOf({ ...none, SAME: 3 })).toBe(
    "Nothing in this plan changes your network. No e-mails are sent.",
  );
});
