import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { splitEvenly, sumOf, withNew } from "./criteria-draft";
import { shortDecimal } from "./decimals";
import { parseMark } from "./mark-cell";
import { Marking } from "./marking";
import { OpenRound } from "./open-round";
import { Preparing } from "./preparing";
import { Results } from "./results";
import type { Evaluation, Evaluator } from "./types";

const person = (id: number, name: string): Evaluator => ({
  id,
  user: { id, name, initials: "AL", colour: "teal", picUrl: null, jobTitle: null, status: "ACTIVE" },
  name,
  email: "ada@buyer.example",
  isGuest: false,
  invited: "2026-11-20T09:00:00Z",
  reminded: null,
  finished: null,
  entered: 1,
  total: 2,
  conflicts: [],
});

const evaluation: Evaluation = {
  state: "OPEN",
  updated: "2026-11-20T09:00:00Z",
  due: null,
  opened: "2026-11-20T09:00:00Z",
  closed: null,
  closedBy: null,
  closingReason: null,
  isSealed: false,
  mayManage: true,
  criteria: [
    { id: 5, name: "Price", description: "", weight: 60, source: "MARKS", sectionId: null },
    { id: 6, name: "Answers", description: "", weight: 40, source: "SCORE", sectionId: null },
  ],
  sections: [],
  suppliers: [
    { rfxId: 1, name: "Aurora", isGuest: false, logoUrl: null, scores: [{ criterionId: 6, percent: 80 }] },
    { rfxId: 2, name: "Bergmann", isGuest: false, logoUrl: null, scores: [] },
  ],
  waitingCount: 0,
  own: { finished: null, marks: [], conflicts: [] },
  evaluators: [person(9, "Ada Lovelace")],
  results: [],
};

const nothing = () => {};

test("weights are split evenly to exactly 100, and a new criterion gets the rest", () => {
  let criteria = withNew([], "a");
  for (const key of ["b", "c"]) criteria = withNew(criteria, key);
  expect(splitEvenly(criteria).map(({ weight }) => weight)).toEqual(["34", "33", "33"]);
  expect(sumOf(splitEvenly(criteria))).toBe(100);
  expect(criteria[0]?.weight).toBe("100");
});

test("marks are whole numbers from 0 to 10", () => {
  expect(["", "0", " 10 ", "11", "5.5", "-1", "x"].map(parseMark)).toEqual([
    null,
    0,
    10,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(["80.00", "76.50", "100"].map(shortDecimal)).toEqual(["80", "76.5", "100"]);
});

test("an evaluation opens only with weights of 100 and evaluators", () => {
  const preparing: Evaluation = { ...evaluation, state: "PREPARING", own: null, evaluators: [] };
  const { rerender } = renderOnPage(<Preparing requestId={3} evaluation={preparing} onChange={nothing} />);
  expect(screen.getByText("Add at least one evaluator to open the evaluation.")).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Open evaluation" }).disabled).toBe(true);
  rerender(
    <Preparing
      requestId={3}
      evaluation={{ ...preparing, criteria: evaluation.criteria.slice(0, 1) }}
      onChange={nothing}
    />,
  );
  expect(screen.getByText("The weights add up to 60 %. They must add up to 100 %.")).toBeTruthy();
});

test("a mark is typed, changed by keys and saved; arrows lead to the next supplier", async () => {
  const calls = answerCalls(({ body }) => ({
    body: { ...(body as object), iteration: 1, basedOn: undefined },
  }));
  renderOnPage(
    <Marking requestId={3} evaluation={evaluation} storageKey="evaluation.3.1" onChange={nothing} />,
  );
  const price = screen.getByRole<HTMLInputElement>("textbox", { name: "Price, Aurora" });
  await userEvent.type(price, "8+{ArrowRight}");
  expect(price.value).toBe("9");
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Price, Bergmann" }));
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ rfxId: 1, criterionId: 5, mark: 9 }));
  expect(screen.getByText("1 of 2 entered")).toBeTruthy();
  expect(screen.getByText("80 % from the form")).toBeTruthy();
});

test("a conflict of interest with marks asks first, because the marks are deleted", async () => {
  const own = {
    finished: null,
    conflicts: [],
    marks: [{ rfxId: 1, criterionId: 5, mark: 4, comment: "", iteration: 1 }],
  };
  const calls = answerCalls(() => ({ body: { ...evaluation, own: { ...own, marks: [], conflicts: [1] } } }));
  renderOnPage(
    <Marking
      requestId={3}
      evaluation={{ ...evaluation, own }}
      storageKey="evaluation.3.2"
      onChange={nothing}
    />,
  );
  await userEvent.click(screen.getByRole("checkbox", { name: "Conflict of interest with Aurora" }));
  const dialog = await screen.findByRole("dialog");
  await userEvent.click(within(dialog).getByRole("button", { name: "Declare conflict" }));
  await waitFor(() => expect(calls.at(-1)?.body).toEqual({ rfxId: 1, isDeclared: true }));
});

test("closing with missing marks says how many, and that there is no way back", async () => {
  renderOnPage(<OpenRound requestId={3} evaluation={evaluation} onChange={nothing} />);
  await userEvent.click(screen.getByRole("button", { name: "Close evaluation..." }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1 mark is missing.");
  expect(dialog.textContent).toContain("A closed evaluation can't be opened again.");
});

test("the result shows the arithmetic, missing marks and marks to settle", async () => {
  const closed: Evaluation = {
    ...evaluation,
    state: "CLOSED",
    closed: "2026-11-24T09:00:00Z",
    closedBy: "Rosa Meyer",
    closingReason: "The board meets.",
    own: null,
    evaluators: [person(9, "Ada Lovelace"), person(10, "Vera")],
    results: [
      {
        rfxId: 1,
        score: "65.00",
        rank: 1,
        missing: ["No mark from Vera for Quality"],
        values: [
          {
            criterionId: 5,
            weight: 60,
            percent: "55.00",
            mean: "5.50",
            isSpread: true,
            consensus: null,
            marks: [
              { evaluatorId: 9, mark: 2, comment: "" },
              { evaluatorId: 10, mark: 9, comment: "Best of all" },
            ],
          },
          {
            criterionId: 6,
            weight: 40,
            percent: "80.00",
            mean: null,
            isSpread: false,
            consensus: null,
            marks: [],
          },
        ],
      },
    ],
  };
  renderOnPage(<Results requestId={3} evaluation={closed} onChange={nothing} />);
  expect(screen.getByText("(60 × 55 + 40 × 80) / 100 = 65")).toBeTruthy();
  expect(screen.getByText("No mark from Vera for Quality")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Settle..." }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("Best of all");
});
