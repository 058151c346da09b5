import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fieldNode, formOf } from "../../testing/form-documents";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import FormImportPage from "./import";
import NewFormImport from "./new";
import type { FormImport } from "./types";

const question = (row: number, label: string): FormImport["questions"][number] => ({
  sheet: "Questions",
  row,
  fid: `the-field-${row}`,
  number: `${row}`,
  label,
  type: "SINGLE_CHOICE",
  choices: [],
  isRequired: false,
  condition: "",
  isConditional: false,
  further: [],
});

function importOf(changes: Partial<FormImport> = {}): FormImport {
  return {
    id: 7,
    filename: "audit.xlsx",
    state: "READY",
    created: "2026-11-20T14:10:00Z",
    docFormId: null,
    error: null,
    isUpdate: false,
    formTitle: "audit",
    formType: null,
    profile: null,
    sections: 0,
    language: "",
    languages: [],
    sheets: [
      {
        name: "Questions",
        header: 0,
        rowCount: 2,
        hiddenRows: 3,
        columns: [
          { index: 0, letter: "A", heading: "No", samples: ["1", "2"] },
          { index: 1, letter: "B", heading: "Wording", samples: ["Which level?"] },
        ],
      },
    ],
    mapping: [
      {
        sheet: "Questions",
        isUsed: true,
        header: 0,
        hasHidden: false,
        columns: [{ index: 1, meaning: "QUESTION", language: "" }],
      },
    ],
    fixes: [],
    links: [],
    issues: [
      { sheet: "Questions", row: 1, sentence: "“Questions”, row 2: choices are missing.", weight: "FIX" },
    ],
    questions: [question(1, "Which level?"), question(2, "Which city?")],
    matches: [],
    comparison: null,
    doc: formOf(fieldNode("q_1", { fid: "the-field-1", label: "Which level?" })),
    ...changes,
  };
}

const assign = vi.fn();
beforeEach(() => {
  assign.mockReset();
  window.history.replaceState(null, "", "/forms/import/7");
});
afterEach(() => vi.unstubAllGlobals());

/** Record where the page goes. */
function watchLeaving() {
  vi.stubGlobal("location", { ...window.location, assign, pathname: "/forms/import/7", search: "" });
}

const manager = { path: "/forms/import/7", permissions: ["MANAGE_FORMS"] };

test("a changed meaning is sent with all others, and the answer replaces the questions", async () => {
  const calls = answerCalls(() => ({ body: importOf({ questions: [question(1, "Another?")], issues: [] }) }));
  renderOnPage(<FormImportPage first={importOf()} />, manager);
  expect(screen.getByText("1 sheet looks like a questionnaire: 2 questions.")).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Meaning of column A, No"), "NUMBER");
  expect(await screen.findByText("Another?")).toBeTruthy();
  const sent = calls.at(-1)?.body as { sheets: FormImport["mapping"] };
  expect(calls.at(-1)?.method).toBe("PUT");
  expect(sent.sheets[0]?.columns.map(({ index, meaning }) => [index, meaning])).toEqual([
    [1, "QUESTION"],
    [0, "NUMBER"],
  ]);
});

test("hidden rows are asked for, and a row is fixed in place", async () => {
  const calls = answerCalls(() => ({ body: importOf() }));
  renderOnPage(<FormImportPage first={importOf()} />, manager);
  expect(screen.getByRole("heading", { name: "1 thing to look at" })).toBeTruthy();
  expect(screen.getByLabelText("Include 3 hidden rows")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Fix row 2" }));
  const form = screen.getByRole("form", { name: "Row 2" });
  await userEvent.type(within(form).getByRole("textbox", { name: /Choices/ }), "Low{Enter}High");
  await userEvent.click(within(form).getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(calls.at(-1)?.method).toBe("PUT"));
  const sent = calls.at(-1)?.body as { fixes: FormImport["fixes"] };
  expect(sent.fixes[0]).toMatchObject({ sheet: "Questions", row: 1, choices: ["Low", "High"], label: null });
});

test("a proposed condition is shown and can be accepted", async () => {
  const proposed = { ...question(1, "If yes, is it new?"), condition: "2 is “Yes”" };
  const used = { ...question(2, "If yes, who made it?"), condition: "1 is “Yes”", isConditional: true };
  const calls = answerCalls(() => ({ body: importOf({ questions: [proposed, used] }) }));
  renderOnPage(<FormImportPage first={importOf({ questions: [proposed, used] })} />, manager);
  expect(screen.getAllByText(/^Only shown if/).map((each) => each.textContent)).toEqual([
    "Only shown if 1 is “Yes”",
  ]);
  await userEvent.click(screen.getByRole("button", { name: "Fix row 2" }));
  const form = screen.getByRole("form", { name: "Row 2" });
  const box = within(form).getByRole("checkbox", { name: "Only shown if 2 is “Yes”" });
  expect((box as HTMLInputElement).checked).toBe(false);
  await userEvent.click(box);
  await userEvent.click(within(form).getByRole("button", { name: "Apply" }));
  await waitFor(() => expect(calls.at(-1)?.method).toBe("PUT"));
  const sent = calls.at(-1)?.body as { fixes: FormImport["fixes"] };
  expect(sent.fixes[0]).toMatchObject({ row: 1, isConditional: true, isRequired: null });
});

test("only the rows to look at are listed on request", async () => {
  answerCalls(() => ({ body: importOf() }));
  renderOnPage(<FormImportPage first={importOf()} />, manager);
  const rows = () => screen.getAllByRole("button", { name: /^Fix row/ }).length;
  expect(rows()).toBe(2);
  await userEvent.click(screen.getByRole("button", { name: "Only these rows" }));
  expect(rows()).toBe(1);
  expect(window.location.search).toBe("?rows=issues");
});

test("questions of the library are linked by ticking them", async () => {
  const match = {
    sheet: "Questions",
    row: 2,
    questionId: 12,
    label: "Which city?",
    isGlobal: true,
    similarity: 100,
  };
  const calls = answerCalls(() => ({ body: importOf({ matches: [match] }) }));
  renderOnPage(<FormImportPage first={importOf({ matches: [match] })} />, manager);
  expect(screen.getByText(/1 of 2 questions is in your library or the standard ones/)).toBeTruthy();
  await userEvent.click(screen.getByRole("checkbox", { name: /Which city/ }));
  await waitFor(() => expect(calls.at(-1)?.method).toBe("PUT"));
  expect(calls.at(-1)?.body).toMatchObject({
    links: [{ sheet: "Questions", row: 2, questionId: 12 }],
  });
});

test("the draft is created with title and type, and opens in the editor", async () => {
  watchLeaving();
  const calls = answerCalls(() => ({ status: 201, body: { docFormId: 99 } }));
  renderOnPage(<FormImportPage first={importOf()} />, manager);
  const title = screen.getByRole("textbox", { name: /Title/ });
  await userEvent.clear(title);
  await userEvent.type(title, "Audit 2027");
  await userEvent.click(screen.getByRole("button", { name: "Create draft" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/forms/99"));
  expect(calls.at(-1)?.body).toEqual({ title: "Audit 2027", type: "RFI" });
});

test("a blocking problem is shown, and nothing can be created", () => {
  answerCalls(() => ({ body: importOf() }));
  const sentence = "“Questions”: no questions were found.";
  renderOnPage(
    <FormImportPage
      first={importOf({
        questions: [],
        issues: [{ sheet: "Questions", row: -1, sentence, weight: "BLOCK" }],
      })}
    />,
    manager,
  );
  expect(screen.getAllByText(sentence).length).toBe(2);
  expect((screen.getByRole("button", { name: "Create draft" }) as HTMLButtonElement).disabled).toBe(true);
});

test("several columns can be comments, and a question names them", async () => {
  const { sheets, mapping } = importOf();
  const columns = ["Notes", "Evidence"].map((heading, place) => ({
    index: place + 2,
    letter: "CD"[place] ?? "",
    heading,
    samples: [],
  }));
  const further = [{ fid: "the-comment", heading: "Notes" }];
  const read = importOf({
    sheets: sheets.map((sheet) => ({ ...sheet, columns: [...sheet.columns, ...columns] })),
    mapping: mapping.map((sheet) => ({
      ...sheet,
      columns: [...sheet.columns, { index: 2, meaning: "FURTHER_ANSWER", language: "" }],
    })),
    questions: [{ ...question(1, "Which level?"), further }],
  });
  const calls = answerCalls(() => ({ body: read }));
  renderOnPage(<FormImportPage first={read} />, manager);
  expect(screen.getByText(/, with “Notes”$/)).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText("Meaning of column D, Evidence"), "FURTHER_ANSWER");
  await waitFor(() => expect(calls).toHaveLength(1));
  const sent = calls[0]?.body as { sheets: FormImport["mapping"] } | undefined;
  expect(sent?.sheets[0]?.columns.filter(({ meaning }) => meaning === "FURTHER_ANSWER")).toHaveLength(2);
});

test("an update lists new, reworded, moved and removed questions", async () => {
  const comparison = {
    added: [{ number: "9", label: "New one?" }],
    reworded: [],
    changed: [],
    removed: [{ number: "2", label: "Old one?" }],
    moved: [{ number: "5", label: "Up or down?" }],
    ownOrder: ["Access"],
    same: 4,
  };
  watchLeaving();
  const calls = answerCalls(() => ({ status: 201, body: { docFormId: 12 } }));
  renderOnPage(
    <FormImportPage first={importOf({ isUpdate: true, docFormId: 11, formTitle: "Audit", comparison })} />,
    manager,
  );
  expect(screen.getByText("1 new")).toBeTruthy();
  expect(screen.getByText("1 gone")).toBeTruthy();
  expect(screen.getByText("Old one?")).toBeTruthy();
  expect(screen.getByText("1 moved")).toBeTruthy();
  expect(screen.getByText("Access")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Save as the next draft" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/forms/12"));
  expect(calls.at(-1)?.body).toEqual({ title: "", docFormId: 11 });
});

test("a file that cannot be read says why", () => {
  answerCalls(() => ({ body: importOf() }));
  const failed = importOf({ state: "FAILED", error: "The file has a password. Remove it first." });
  renderOnPage(<FormImportPage first={failed} />, manager);
  expect(screen.getByText("The file has a password. Remove it first.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose another file" })).toBeTruthy();
});

test("remembered mappings can be forgotten", async () => {
  const calls = answerCalls(() => ({ status: 204, body: "" }));
  renderOnPage(
    <NewFormImport
      imports={[]}
      mappings={[{ id: 3, name: "EHS list", created: "2026-11-20T14:10:00Z" }]}
      form={null}
    />,
    { path: "/forms/import", permissions: ["MANAGE_FORMS"] },
  );
  await userEvent.click(screen.getByRole("button", { name: "Forget EHS list" }));
  await waitFor(() => expect(screen.queryByText("EHS list")).toBeNull());
  expect(calls.at(-1)?.method).toBe("DELETE");
});
