/** Test vectors shared by browser and server (tests/unit/forms/test_form_vectors.py). */
import { describe, expect, test } from "vitest";
import vectors from "../../../../tests/vectors/form-rules.json";
import { answered, canonical } from "./answers";
import { holds } from "./conditions";
import { compilePattern, patternFault } from "./pattern";
import { loadPatterns } from "./pattern-check";
import { completion, ruleErrors, validity, visible } from "./rules";
import { shapeError } from "./shapes";
import {
  type Field,
  type FieldAttrs,
  type FormDocument,
  fieldFromAttrs,
  type Operator,
  type Values,
} from "./types";
import { valueText } from "./value-text";
import { walkForms } from "./walk";

await loadPatterns();

const byField: Record<string, (field: Field, value: unknown) => unknown> = {
  shapeError,
  ruleErrors,
  answered,
  canonical,
  valueText,
};

interface FieldCase {
  field: FieldAttrs;
  value: unknown;
  expected: unknown;
}

interface FormCase {
  what: string;
  forms: [number | null, FormDocument][];
  walk: unknown[];
  cases: { values: Values; writable?: string[]; visible: string[]; completion: unknown; validity: unknown }[];
}

const groups = vectors as unknown as Record<string, FieldCase[]>;

describe.each(Object.keys(byField))("%s", (group) => {
  test.each((groups[group] ?? []).map((each, index) => ({ ...each, index })))("$index", (each) => {
    expect(byField[group]?.(fieldFromAttrs(each.field), each.value)).toEqual(each.expected);
  });
});

test.each(vectors.holds.map((each, index) => ({ ...each, index })))("comparison $index", (each) => {
  const field = fieldFromAttrs(each.field as FieldAttrs);
  expect(holds(field, each.operator as Operator, each.operand, each.value)).toBe(each.expected);
});

test.each(vectors.pattern)("pattern $pattern", ({ pattern, text, expected }) => {
  expect(compilePattern(pattern).pattern?.matches(text)).toBe(expected);
});

test.each(vectors.patternFault)("a pattern that may not be used: $pattern", ({ pattern, expected }) => {
  expect(patternFault(pattern)).toBe(expected);
});

test.each(vectors.forms as unknown as FormCase[])("$what", (form) => {
  const fields = walkForms(form.forms);
  expect(
    fields.map(({ key, formIndex, sectionIndex, sectionTitle }) => ({
      key,
      formIndex,
      sectionIndex,
      sectionTitle,
    })),
  ).toEqual(form.walk);
  expect(fields.map(({ index }) => index)).toEqual(fields.map((_, index) => index));
  for (const each of form.cases) {
    const writable = new Set(each.writable ?? fields.map(({ key }) => key));
    expect([...visible(fields, each.values)].sort()).toEqual(each.visible);
    expect(completion(fields, each.values, writable)).toEqual(each.completion);
    expect(validity(fields, each.values, writable)).toEqual(each.validity);
  }
});
