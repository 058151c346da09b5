import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { QuestionRow } from "../types";
import { QuestionForm } from "./question-form";
import Questions from "./questions";

function row(changes: Partial<QuestionRow> = {}): QuestionRow {
  return {
    id: 3,
    name: "shelf_life",
    section: "Medical devices",
    label: "Shortest shelf life at delivery",
    type: "NUMBER",
    required: false,
    isGlobal: false,
    isArchived: false,
    canEdit: true,
    ...changes,
  } as QuestionRow;
}

const standard = row({ id: 1, name: "legal_name", section: "Company", isGlobal: true, canEdit: false });
const manager = { path: "/question", permissions: ["MANAGE_FORMS"] };

test("the library has name, topic and question; a lock marks standard questions", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<Questions list={firstPage([standard, row()])} topics={["Company"]} />, manager);
  const headings = screen.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headings).toEqual(["Select the rows shown", "Name", "Topic", "Question"]);
  const [, locked, own] = screen.getAllByRole("row") as [HTMLElement, HTMLElement, HTMLElement];
  expect(within(locked).getByRole("img", { name: "Standard question" })).toBeTruthy();
  expect(within(locked).queryByRole("button")).toBeNull();
  expect(within(own).queryByRole("img", { name: "Standard question" })).toBeNull();
  await userEvent.click(within(own).getByText("Medical devices"));
  expect(calls).toHaveLength(0);
  expect(window.location.pathname).not.toContain("question/");
});

test("the switch filters standard questions, and each filter its column", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<Questions list={firstPage([standard])} topics={[]} />, manager);
  await userEvent.click(screen.getByRole("switch", { name: "Standard Questions" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("isGlobal")).toBe("true"));
  await userEvent.type(screen.getByRole("textbox", { name: "Topic" }), "quality");
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sectionFilter")).toBe("quality"));
  window.history.replaceState(null, "", "/question");
});

test("headings sort the list and the URL", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  window.history.replaceState(null, "", "/question");
  renderOnPage(<Questions list={firstPage([row()])} topics={[]} />, manager);
  expect(screen.getByRole("columnheader", { name: "Topic" }).getAttribute("aria-sort")).toBe("ascending");
  await userEvent.click(screen.getByRole("button", { name: "Name" }));
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("sort")).toBe("name"));
  expect(window.location.search).toBe("?sort=name");
  window.history.replaceState(null, "", "/question");
});

test("a new question is saved, and a refused one keeps its values", async () => {
  const calls = answerCalls(({ method }) =>
    method === "POST"
      ? {
          status: 422,
          body: { errors: ["x"], fields: { name: ["There is a question with this name already."] } },
        }
      : { body: [] },
  );
  renderOnPage(<Questions list={firstPage([row()])} topics={["Company"]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "New question..." }));
  const dialog = await screen.findByRole("dialog", { name: "New question" });
  const text = within(dialog).getByRole("textbox", { name: /^Question/ });
  await userEvent.type(text, "How many shifts?");
  await userEvent.tab();
  expect((within(dialog).getByRole("textbox", { name: /^Name/ }) as HTMLInputElement).value).toBe(
    "how_many_shifts",
  );
  await userEvent.selectOptions(within(dialog).getByRole("combobox", { name: /^Type/ }), "NUMBER");
  await userEvent.type(within(dialog).getByRole("textbox", { name: "Suffix" }), "shifts");
  await userEvent.click(within(dialog).getByRole("button", { name: "Save question" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "POST")).toBe(true));
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({
    name: "how_many_shifts",
    html: "<p>How many shifts?</p>",
    type: "NUMBER",
    suffix: "shifts",
    isGlobal: false,
  });
  const errors = await within(dialog).findAllByText("There is a question with this name already.");
  expect(errors.length).toBeGreaterThan(0);
  expect((text as HTMLTextAreaElement).value).toBe("How many shifts?");
});

test("an own question is archived by its button", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<Questions list={firstPage([row()])} topics={[]} />, manager);
  await userEvent.click(screen.getByRole("button", { name: "Archive shelf_life" }));
  await waitFor(() => expect(calls[0]?.url.pathname).toBe("/api/question/3/archived"));
  expect(calls[0]?.body).toEqual({ archived: true });
});

test("a rule keeps its option when the label of the option changes", async () => {
  const start = {
    label: "Size?",
    type: "SINGLE_CHOICE",
    options: [{ value: "small", label: "Small" }],
    scoring: [{ operator: "equals", operand: "small", points: 2 }],
  } as const;
  renderOnPage(
    <QuestionForm question={null} start={start} topics={[]} onClose={() => {}} onSaved={() => {}} />,
    manager,
  );
  const label = await screen.findByRole("textbox", { name: "Label of option 1" });
  await userEvent.type(label, "er");
  const compared = screen.getByRole("combobox", { name: "Value of rule 1" }) as HTMLSelectElement;
  expect(compared.selectedOptions[0]?.textContent).toBe("Smaller");
});

test("a colleague's save is overwritten only after a warning", async () => {
  const message = "Someone else has changed this in the meantime. Save again to put yours in its place.";
  const calls = answerCalls(() =>
    calls.length === 1
      ? { status: 409, body: { code: "stale", message, errors: [message], now: { updated: "later" } } }
      : { body: {} },
  );
  const question = {
    ...row(),
    updated: "first",
    html: "<p>Shelf life?</p>",
    field: { label: "Shelf life?" },
  };
  const onSaved = vi.fn();
  renderOnPage(
    <QuestionForm question={question as never} topics={[]} onClose={() => {}} onSaved={onSaved} />,
    manager,
  );
  const save = async () => userEvent.click(await screen.findByRole("button", { name: "Save question" }));
  await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "shelf_life");
  await save();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(onSaved).not.toHaveBeenCalled();
  await save();
  await waitFor(() => expect(onSaved).toHaveBeenCalled());
  expect(calls.map(({ body }) => (body as { basedOn: string }).basedOn)).toEqual(["first", "later"]);
});
