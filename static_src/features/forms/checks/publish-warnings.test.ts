import { expect, test } from "vitest";
import {
  type Condition,
  type FieldAttrs,
  fieldFromAttrs,
  type Operator,
} from "../../../domain/questionnaire/rules/types";
import { publishWarnings } from "./publish-warnings";

const field = (name: string, attrs: FieldAttrs = {}) =>
  fieldFromAttrs({ fid: name, name, type: "TEXT", label: `Question ${name}`, ...attrs });
const sentences = (...fields: ReturnType<typeof field>[]) =>
  publishWarnings(fields).map(({ sentence }) => sentence);
const when = (name: string, operator: Operator, value?: unknown): Condition => ({
  field: name,
  operator,
  ...(value === undefined ? {} : { value }),
});
const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));

test("default labels, options and columns, and a score without a topic are reported with their field", () => {
  expect(
    publishWarnings([
      field("n", { type: "NUMBER", label: " Number " }),
      field("c", {
        type: "SINGLE_CHOICE",
        options: [
          { value: "option_1", label: "Option 1" },
          { value: "no", label: "No" },
        ],
      }),
      field("t", { type: "TABLE", columns: [{ name: "column_1", label: "Column 1" }] }),
      field("s", { type: "YESNO", scoring: [{ operator: "equals", operand: true, points: 1 }] }),
    ]),
  ).toEqual([
    { fid: "n", sentence: "“Number” still has its default label." },
    { fid: "c", sentence: "“Question c” still has default options: Option 1." },
    { fid: "t", sentence: "“Question t” still has default columns: Column 1." },
    { fid: "s", sentence: "“Question s” is scored but has no topic." },
  ]);
});

test("a finished form has no warnings", () => {
  expect(
    sentences(
      field("n", { type: "NUMBER", label: "Number of sites" }),
      field("c", { type: "SINGLE_CHOICE", options, visibleWhen: when("n", "greaterThan", "3") }),
      field("s", { topic: "Quality", scoring: [{ operator: "answered", points: 1 }] }),
      field("u", { scoring: [{ operator: "answered", points: 0 }] }),
    ),
  ).toEqual([]);
});

const number = field("x", { type: "NUMBER", min: "0", max: "10" });
const day = field("x", { type: "DATE", min: "2026-01-01" });
const single = field("x", { type: "SINGLE_CHOICE", options });
const multiple = field("x", { type: "MULTI_CHOICE", options });
const yesNo = field("x", { type: "YESNO" });
const text = field("x");

test.each<[string, ReturnType<typeof field>, Condition[]]>([
  ["a number above the maximum", number, [when("x", "greaterThan", "10")]],
  ["a number below the minimum", number, [when("x", "lessThan", "0")]],
  ["a number outside the bounds", number, [when("x", "equals", "11")]],
  ["an empty interval", number, [when("x", "greaterThan", "5"), when("x", "lessThan", "5")]],
  [
    "the only number excluded",
    number,
    [when("x", "greaterThan", "9.9999999999"), when("x", "notEquals", "10")],
  ],
  ["a day before the earliest", day, [when("x", "lessThan", "2026-01-01")]],
  ["two options at once", single, [when("x", "equals", "a"), when("x", "equals", "b")]],
  [
    "every option excluded",
    single,
    [...["a", "b", "c"].map((o) => when("x", "notEquals", o)), when("x", "answered")],
  ],
  ["Yes and No", yesNo, [when("x", "equals", true), when("x", "equals", false)]],
  ["answered and unanswered", text, [when("x", "answered"), when("x", "unanswered")]],
  ["two texts", text, [when("x", "equals", "one"), when("x", "equals", "two")]],
  ["a text without its part", text, [when("x", "equals", "one"), when("x", "contains", "two")]],
  ["an exact choice without an option", multiple, [when("x", "equals", ["a"]), when("x", "contains", "b")]],
])("conditions that no answer meets are reported: %s", (_what, other, conditions) => {
  const [first] = conditions;
  const visibleWhen = conditions.length === 1 && first ? first : { all: conditions };
  expect(sentences(other, field("q", { visibleWhen }))).toContain(
    "“Question q” never shows: its condition can never be met.",
  );
});

test.each<[ReturnType<typeof field>, Condition[]]>([
  [number, [when("x", "greaterThan", "9"), when("x", "notEquals", "10")]],
  [number, [when("x", "greaterThan", "5"), when("x", "lessThan", "5.1")]],
  [number, [when("x", "in", ["10", "99"]), when("x", "greaterThan", "9")]],
  [day, [when("x", "greaterThan", "2026-01-31"), when("x", "lessThan", "2026-02-02")]],
  [single, [when("x", "in", ["a", "b"]), when("x", "notEquals", "a")]],
  [multiple, [when("x", "contains", "a"), when("x", "contains", "b"), when("x", "in", ["c"])]],
  [multiple, [when("x", "notEquals", ["a"]), when("x", "contains", "a")]],
  [text, [when("x", "contains", "one"), when("x", "notEquals", "one"), when("x", "answered")]],
  [yesNo, [when("x", "unanswered"), when("x", "notEquals", true)]],
])("conditions that an answer meets are not reported: %#", (other, all) => {
  expect(sentences(other, field("q", { visibleWhen: { all } }))).toEqual([]);
});

test("a field that depends on a field that never shows is reported, unless it shows without an answer", () => {
  const never = field("never", { visibleWhen: when("x", "greaterThan", "10") });
  expect(
    sentences(
      number,
      field("above", { visibleWhen: when("never", "answered") }),
      field("far", { visibleWhen: { all: [when("above", "answered"), when("x", "answered")] } }),
      field("either", { visibleWhen: { any: [when("never", "answered"), when("x", "answered")] } }),
      field("without", { visibleWhen: when("never", "unanswered") }),
      never,
    ),
  ).toEqual([
    "“Question above” never shows: it depends on “Question never”, which never shows.",
    "“Question far” never shows: it depends on “Question above”, which never shows.",
    "“Question never” never shows: its condition can never be met.",
  ]);
});

test("one condition of several that can never be met is named by its number", () => {
  const any = [when("x", "answered"), when("x", "greaterThan", "10")];
  expect(sentences(number, field("q", { visibleWhen: { any } }))).toEqual([
    "Condition 2 of “Question q” can never be met.",
  ]);
});

test("a circle is left to the errors that block publishing", () => {
  expect(
    sentences(
      field("a", { visibleWhen: when("b", "answered") }),
      field("b", { visibleWhen: when("a", "answered") }),
    ),
  ).toEqual([]);
});
