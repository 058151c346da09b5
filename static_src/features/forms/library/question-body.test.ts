import { expect, test } from "vitest";
import type { Question } from "../types";
import { bodyOf, startOf } from "./question-body";

const field = {
  name: "iso_9001",
  type: "NUMBER",
  label: "How many sites?",
  topic: "Quality",
  min: 1,
  weight: 3,
  scoring: [{ operator: "between", operand: ["1", "5"], points: 3, followUp: "Which?" }],
  questionId: 3,
};
const question = {
  id: 3,
  label: field.label,
  html: "<p>How <strong>many</strong> sites?</p>",
  field,
} as unknown as Question;

test("an unchanged question is saved with the same attributes and formatting", () => {
  expect(bodyOf(startOf(question), question)).toEqual({
    name: "iso_9001",
    type: "NUMBER",
    section: "Quality",
    html: question.html,
    min: "1",
    weight: 3,
    scoring: field.scoring,
  });
});

test("changed text is escaped and not treated as HTML", () => {
  const attrs = { ...startOf(question), label: " 1 < 2 & <b> " };
  expect(bodyOf(attrs, question).html).toBe("<p>1 &lt; 2 &amp; &lt;b&gt;</p>");
});

test("attributes that belong to the form are not copied to a question", () => {
  const visibleWhen = { field: "other", operator: "answered" } as const;
  const body = bodyOf(
    startOf(null, { ...field, type: "NUMBER", scoring: [], fid: "abc", visibleWhen }),
    null,
  );
  expect(body).not.toHaveProperty("fid");
  expect(body).not.toHaveProperty("visibleWhen");
  expect(body).not.toHaveProperty("questionId");
  expect(body).toMatchObject({ name: "iso_9001", section: "Quality", html: "<p>How many sites?</p>" });
});
