import { expect, test } from "vitest";
import { type FieldAttrs, fieldFromAttrs } from "../../../../domain/questionnaire/rules/types";
import { findFaults, sentencesOf } from "./field-faults";

const field = (name: string, attrs: FieldAttrs = {}) =>
  fieldFromAttrs({ fid: name, name, type: "TEXT", label: `Question ${name}`, ...attrs });
const faultsOf = (...fields: ReturnType<typeof field>[]) =>
  sentencesOf(findFaults(fields).get(fields[0]?.fid ?? ""));

test("a complete field has no errors", () => {
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
  ["a field without a label has an error", { label: " " }, /needs a label/],
  ["a maximum below the minimum is an error", { type: "NUMBER", min: "5", max: "4" }, /below the lowest/],
  ["a bound that is not a number is an error", { type: "NUMBER", min: "five" }, /Enter a number/],
  ["a bound that is not a date is an error", { type: "DATE", max: "soon" }, /Enter a date/],
  ["a maximum above 20 files is an error", { type: "FILE", max: "50" }, /At most 20 files/],
  ["an invalid pattern is an error", { pattern: "(" }, /./],
  ["a choice without options has an error", { type: "SINGLE_CHOICE" }, /Add options/],
  [
    "a duplicate option is an error",
    {
      type: "MULTI_CHOICE",
      options: [
        { value: "a", label: "A" },
        { value: "a", label: "B" },
      ],
    },
    /'a' is there twice/,
  ],
  ["a table without columns has an error", { type: "TABLE" }, /Add columns/],
  [
    "a condition on a missing field is an error",
    { visibleWhen: { field: "gone", operator: "answered" } },
    /no field 'gone'/,
  ],
  [
    "a scoring rule that does not suit the field is an error",
    { type: "YESNO", scoring: [{ operator: "equals", operand: "maybe" }] },
    /Rule 1: Choose Yes or No/,
  ],
])("%s", (_what, attrs, sentence) => {
  expect(faultsOf(field("one", attrs)).join(" ")).toMatch(sentence);
});

test("each invalid condition of a group is named by its number", () => {
  const faults = findFaults([
    field("a", {
      visibleWhen: {
        any: [
          { field: "b", operator: "equals", value: "maybe" },
          { field: "b", operator: "answered" },
          { field: "gone", operator: "answered" },
        ],
      },
    }),
    field("b", { type: "YESNO" }),
  ]);
  expect(faults.get("a")?.visibleWhen).toEqual([
    "Condition 1: Choose Yes or No.",
    "Condition 3: The form has no field 'gone' any more.",
  ]);
});

test("a cycle through a group is an error of its fields only", () => {
  const answered = (name: string) => ({ field: name, operator: "answered" }) as const;
  const faults = findFaults([
    field("a", { visibleWhen: { all: [answered("free"), answered("b")] } }),
    field("b", { visibleWhen: { any: [answered("free"), answered("a")] } }),
    field("c", { visibleWhen: { all: [answered("a"), answered("b")] } }),
    field("free"),
  ]);
  expect(faults.get("a")?.visibleWhen).toEqual(["This field would depend on itself: a > b > a."]);
  expect([...faults.keys()]).toEqual(["a", "b"]);
});

test("fields that depend on each other in a cycle have an error", () => {
  const faults = findFaults([
    field("a", { visibleWhen: { field: "b", operator: "answered" } }),
    field("b", { visibleWhen: { field: "a", operator: "answered" } }),
    field("c", { visibleWhen: { field: "a", operator: "answered" } }),
  ]);
  expect(faults.get("a")?.visibleWhen?.[0]).toBe("This field would depend on itself: a > b > a.");
  expect(faults.has("b")).toBe(true);
  expect(faults.has("c")).toBe(false);
});
