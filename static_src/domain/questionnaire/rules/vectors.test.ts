/** Test vectors shared by browser and server (tests/unit/forms/test_form_vectors.py). */
import { describe, expect, test } from "vitest";
import vectors from "../../../../tests/vectors/form-rules.json";
import { answered, canonical } from "./answers";
import { isConditionMet } from "./conditions";
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
  test.each((groups[group] ?? []).map((vector, index) => ({ ...vector, index })))("$index", (vector) => {
    expect(byField[group]?.(fieldFromAttrs(vector.field), vector.value)).toEqual(vector.expected);
  });
});

test.each(vectors.holds.map((vector, index) => ({ ...vector, index })))("comparison $index", (vector) => {
  const field = fieldFromAttrs(vector.field as FieldAttrs);
  expect(isConditionMet(field, vector.operator as Operator, vector.operand, vector.value)).toBe(
    vector.expected,
  );
});

test.each(vectors.pattern)("pattern $pattern", ({ pattern, text, expected }) => {
  expect(compilePattern(pattern).pattern?.matches(text)).toBe(expected);
});

test.each(vectors.patternFault)("pattern $pattern is rejected with its reason", ({ pattern, expected }) => {
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
  for (const vector of form.cases) {
    const writable = new Set(vector.writable ?? fields.map(({ key }) => key));
    expect([...visible(fields, vector.values)].sort()).toEqual(vector.visible);
    expect(completion(fields, vector.values, writable)).toEqual(vector.completion);
    expect(validity(fields, vector.values, writable)).toEqual(vector.validity);
  }
});
