import { expect, test } from "vitest";
import { type FieldAttrs, fieldFromAttrs } from "../../../../domain/questionnaire/rules/types";
import { findFaults, sentencesOf } from "./field-faults";

const field = (name: string, attrs: FieldAttrs = {}) =>
  fieldFromAttrs({ fid: name, name, type: "TEXT", label: `Question ${name}`, ...attrs });
const faultsOf = (...fields: ReturnType<typeof field>[]) =>
  sentencesOf(findFaults(fields).get(fields[0]?.fid ?? ""));

test("a finished field has none", () => {
  const options = [{ value: "a", label: "A" }];
  expect(
    findFaults([
      field("one", { pattern: "[A-Z]{2}", maxLength: 20 }),
      field("two", { type: "NUMBER", min: "1", max: "1" }),
      field("three", {
        type: "SINGLE_CHOICE",
        options,
        visibleWhen: { field: "two", operator: "greaterThan", value: "3" },
      }),
      field("four", {
        type: "DATE",
        min: "2026-01-01",
        scoring: [{ operator: "between", operand: ["2026-01-01", null] }],
      }),
    ]).size,
  ).toBe(0);
});

test.each<[string, FieldAttrs, RegExp]>([
  ["no label", { label: " " }, /needs a label/],
  ["bounds the wrong way round", { type: "NUMBER", min: "5", max: "4" }, /below the lowest/],
  ["a bound that is no number", { type: "NUMBER", min: "five" }, /Enter a number/],
  ["a bound that is no date", { type: "DATE", max: "soon" }, /Enter a date/],
  ["more files than there can be", { type: "FILE", max: "50" }, /At most 20 files/],
  ["a pattern that cannot be used", { pattern: "(" }, /./],
  ["no options", { type: "SINGLE_CHOICE" }, /Add options/],
  [
    "an option twice",
    {
      type: "MULTI_CHOICE",
      options: [
        { value: "a", label: "A" },
        { value: "a", label: "B" },
      ],
    },
    /'a' is there twice/,
  ],
  ["no columns", { type: "TABLE" }, /Add columns/],
  [
    "a condition on a missing field",
    { visibleWhen: { field: "gone", operator: "answered" } },
    /no field 'gone'/,
  ],
  [
    "a scoring rule that does not suit",
    { type: "YESNO", scoring: [{ operator: "equals", operand: "maybe" }] },
    /Rule 1: Choose Yes or No/,
  ],
])("%s", (_what, attrs, sentence) => {
  expect(faultsOf(field("one", attrs)).join(" ")).toMatch(sentence);
});

test("fields that depend on each other in a circle say so", () => {
  const faults = findFaults([
    field("a", { visibleWhen: { field: "b", operator: "answered" } }),
    field("b", { visibleWhen: { field: "a", operator: "answered" } }),
    field("c", { visibleWhen: { field: "a", operator: "answered" } }),
  ]);
  expect(faults.get("a")?.visibleWhen?.[0]).toBe("This field would depend on itself: a > b > a.");
  expect(faults.has("b")).toBe(true);
  expect(faults.has("c")).toBe(false);
});
