import { expect, test } from "vitest";
import { draftErrors, draftOf, hasPlainScoring, nameFrom, payloadOf } from "./question-draft";
import type { Question } from "./types";

const question = {
  id: 3,
  name: "iso_9001",
  section: "Quality",
  label: "Are you certified?",
  html: "<p>Are you certified?</p>",
  type: "SINGLE_CHOICE",
  hint: "Now",
  required: true,
  options: [
    { value: "y", label: "Yes" },
    { value: "n", label: "No" },
  ],
  columns: [],
  scoring: [{ operator: "equals", operand: "y", points: 10, followUp: "Send it" }],
  weight: 3,
  pattern: "",
  prefix: "",
  suffix: "",
  min: null,
  max: null,
  maxLength: null,
  maxRows: null,
  writableBy: "RESPONDENT",
  showInSummary: true,
  isRelationshipField: false,
  isGlobal: false,
} as unknown as Question;

test("a question that is saved unchanged is the same question", () => {
  const body = payloadOf(draftOf(question));
  expect(body).toMatchObject({
    name: "iso_9001",
    section: "Quality",
    html: "<p>Are you certified?</p>",
    type: "SINGLE_CHOICE",
    hint: "Now",
    required: true,
    options: question.options,
    scoring: question.scoring,
    weight: 3,
    showInSummary: true,
  });
});

test("points are rules, and an option without a stored value gets one", () => {
  const draft = draftOf(question);
  const options = [
    ...draft.options.map((option) => ({ ...option, points: option.value === "n" ? "0" : option.points })),
    { key: 99, value: "", label: "In progress", points: "5" },
    { key: 98, value: "", label: "In progress", points: "" },
  ];
  const body = payloadOf({ ...draft, options });
  expect(body.options.map(({ value }) => value)).toEqual(["y", "n", "in_progress", "in_progress_2"]);
  expect(body.scoring).toEqual([
    { operator: "equals", operand: "y", points: 10, followUp: "Send it" },
    { operator: "equals", operand: "n", points: 0, followUp: "" },
    { operator: "equals", operand: "in_progress", points: 5, followUp: "" },
  ]);
});

test("rules that the form does not show are given back as they were", () => {
  const scoring = [{ operator: "between", operand: [1, 5], points: 3 }];
  const draft = draftOf({ ...question, type: "NUMBER", scoring } as unknown as Question);
  expect(hasPlainScoring(draft)).toBe(false);
  expect(payloadOf(draft).scoring).toEqual(scoring);
});

test("what a type does not have is not sent", () => {
  const body = payloadOf({ ...draftOf(question), type: "DATE", prefix: "x", maxLength: "5" });
  expect(body).not.toHaveProperty("prefix");
  expect(body).not.toHaveProperty("maxLength");
  expect(body.options).toEqual([]);
});

test("what is missing is said at its field", () => {
  const blank = draftOf(null);
  expect(draftErrors(blank)).toEqual({ html: ["Write the question."], name: ["Give the question a name."] });
  const wrong = { ...blank, text: "x", name: "__a", type: "TABLE" };
  expect(Object.keys(draftErrors(wrong)).sort()).toEqual(["columns", "name"]);
  expect(draftErrors({ ...blank, text: "x", name: "a", type: "YESNO", pointsForYes: "many" })).toEqual({
    points: ["Points are numbers."],
  });
});

test("a name is made from the first words", () => {
  expect(nameFrom("Are you insured?")).toBe("are_you_insured");
  expect(nameFrom("Größe & Gewicht")).toBe("gro_e_gewicht");
  expect(nameFrom("x".repeat(60))).toBe("x".repeat(40));
  expect(nameFrom("?")).toBe("");
});

test("the text is no HTML", () => {
  expect(payloadOf({ ...draftOf(null), text: "1 < 2 & <b>" }).html).toBe("<p>1 &lt; 2 &amp; &lt;b&gt;</p>");
});
