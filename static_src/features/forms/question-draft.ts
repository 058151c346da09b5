import { hasAffixes, hasColumns, hasLength, hasOptions, hasRange } from "./field-types";
import type { Question } from "./types";

export type Rule = { operator: string; operand?: unknown; points?: number; followUp?: string };
export type DraftOption = { key: number; value: string; label: string; points: string };
export type DraftColumn = { key: number; name: string; label: string; type: string; rest: object };

/** A question as it is being written; `kept` is what this form does not show and gives back as it was. */
export type QuestionDraft = {
  name: string;
  section: string;
  text: string;
  type: string;
  hint: string;
  required: boolean;
  prefix: string;
  suffix: string;
  min: string;
  max: string;
  maxLength: string;
  options: readonly DraftOption[];
  columns: readonly DraftColumn[];
  pointsForYes: string;
  pointsForNo: string;
  writableBy: string;
  showInSummary: boolean;
  isRelationshipField: boolean;
  isGlobal: boolean;
  kept: { pattern: string; maxRows: number | null; weight: number; scoring: readonly Rule[] };
};

let nextKey = 1;

export const blankOption = (): DraftOption => ({ key: nextKey++, value: "", label: "", points: "" });
export const blankColumn = (): DraftColumn => ({
  key: nextKey++,
  name: "",
  label: "",
  type: "TEXT",
  rest: {},
});

/** What the form begins with. */
export function draftOf(question: Question | null): QuestionDraft {
  const scoring = (question?.scoring ?? []) as readonly Rule[];
  const pointsFor = (operand: unknown) =>
    pointsText(scoring.find((rule) => rule.operand === operand)?.points);
  const type = question?.type ?? "TEXT";
  return {
    name: question?.name ?? "",
    section: question?.section ?? "",
    text: question?.label ?? "",
    type,
    hint: question?.hint ?? "",
    required: question?.required ?? false,
    prefix: question?.prefix ?? "",
    suffix: question?.suffix ?? "",
    min: question?.min ?? "",
    max: question?.max ?? "",
    maxLength: question?.maxLength ? String(question.maxLength) : "",
    options: (question?.options ?? []).map(({ value, label }) => ({
      key: nextKey++,
      value,
      label,
      points: pointsFor(value),
    })),
    columns: (question?.columns ?? []).map(({ name, label, type: kind, ...rest }) => ({
      key: nextKey++,
      name,
      label: label ?? "",
      type: kind ?? "TEXT",
      rest,
    })),
    pointsForYes: pointsFor(true),
    pointsForNo: pointsFor(false),
    writableBy: question?.writableBy ?? "RESPONDENT",
    showInSummary: question?.showInSummary ?? false,
    isRelationshipField: question?.isRelationshipField ?? false,
    isGlobal: question?.isGlobal ?? false,
    kept: {
      pattern: question?.pattern ?? "",
      maxRows: question?.maxRows ?? null,
      weight: question?.weight ?? 1,
      scoring,
    },
  };
}

/** Whether the answers' points can be set here: no rule asks for more than one given answer. */
export function hasPlainScoring({ type, kept: { scoring } }: QuestionDraft): boolean {
  if (type !== "SINGLE_CHOICE" && type !== "YESNO") return false;
  return scoring.every(({ operator, operand }) => operator === "equals" && !Array.isArray(operand));
}

export type QuestionErrors = Partial<
  Record<"name" | "section" | "html" | "type" | "options" | "columns" | "question" | "points", string[]>
>;

/** What is missing before the question is worth sending; all else is for the server to judge. */
export function draftErrors(draft: QuestionDraft): QuestionErrors {
  const errors: QuestionErrors = {};
  if (!draft.text.trim()) errors.html = ["Write the question."];
  if (!draft.name.trim()) errors.name = ["Give the question a name."];
  else if (!/^(?!__)\w{1,64}$/.test(draft.name.trim())) {
    errors.name = ["Use letters, digits and underscores only, not two underscores at the start."];
  }
  if (hasOptions(draft.type) && draft.options.length === 0)
    errors.options = ["Add the options to choose from."];
  else if (hasOptions(draft.type) && draft.options.some(({ label }) => !label.trim())) {
    errors.options = ["Give each option a text."];
  }
  if (hasColumns(draft.type) && draft.columns.length === 0)
    errors.columns = ["Add the columns of the table."];
  else if (hasColumns(draft.type) && draft.columns.some(({ label }) => !label.trim())) {
    errors.columns = ["Give each column a heading."];
  }
  const points = [...draft.options.map((option) => option.points), draft.pointsForYes, draft.pointsForNo];
  if (hasPlainScoring(draft) && points.some((text) => text.trim() && Number.isNaN(Number(text)))) {
    errors.points = ["Points are numbers."];
  }
  return errors;
}

/** The body of POST and PUT /api/question: nothing of what the type does not have. */
export function payloadOf(draft: QuestionDraft) {
  const { type, kept } = draft;
  const options = hasOptions(type) ? named(draft.options, "value") : [];
  return {
    name: draft.name.trim(),
    section: draft.section.trim(),
    html: `<p>${escapeHtml(draft.text.trim())}</p>`,
    type,
    hint: draft.hint.trim(),
    required: draft.required,
    ...(hasAffixes(type) ? { prefix: draft.prefix.trim(), suffix: draft.suffix.trim() } : {}),
    ...(hasRange(type) ? { min: draft.min.trim() || null, max: draft.max.trim() || null } : {}),
    ...(hasLength(type)
      ? { maxLength: Number.parseInt(draft.maxLength, 10) || null, pattern: kept.pattern }
      : {}),
    options: options.map(({ value, label }) => ({ value, label: label.trim() })),
    columns: hasColumns(type)
      ? named(draft.columns, "name").map(({ name, label, type: kind, rest }) => ({
          ...rest,
          name,
          label: label.trim(),
          type: kind,
        }))
      : [],
    ...(hasColumns(type) ? { maxRows: kept.maxRows } : {}),
    writableBy: draft.writableBy,
    weight: kept.weight,
    showInSummary: draft.showInSummary,
    isRelationshipField: draft.isRelationshipField,
    scoring: hasPlainScoring(draft) ? plainRules(draft, options) : kept.scoring,
  };
}

/** A name for a field, made from the first words of its question: 'Are you insured?' gives are_you_insured. */
export function nameFrom(text: string): string {
  const plain = text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  const words = plain.split(/[^a-z0-9]+/).filter(Boolean);
  let name = "";
  for (const word of words) {
    if (name.length + word.length > 40) break;
    name = name ? `${name}_${word}` : word;
  }
  return name || (words[0] ?? "").slice(0, 40);
}

function plainRules(draft: QuestionDraft, options: readonly DraftOption[]): Rule[] {
  const given: (readonly [unknown, string])[] =
    draft.type === "YESNO"
      ? [
          [true, draft.pointsForYes],
          [false, draft.pointsForNo],
        ]
      : options.map(({ value, points }) => [value, points]);
  return given
    .filter(([, points]) => points.trim() !== "")
    .map(([operand, points]) => ({
      operator: "equals",
      operand,
      points: Number(points),
      followUp: draft.kept.scoring.find((rule) => rule.operand === operand)?.followUp ?? "",
    }));
}

/** Gives those without a stored value (or name) one of their own, made from the label. */
function named<K extends "value" | "name", T extends { label: string } & Record<K, string>>(
  items: readonly T[],
  at: K,
): T[] {
  const taken = new Set<string>(items.map((item) => item[at]).filter(Boolean));
  return items.map((item) => {
    if (item[at]) return item;
    const base = nameFrom(item.label) || at;
    let value = base;
    for (let n = 2; taken.has(value); n++) value = `${base}_${n}`;
    taken.add(value);
    return { ...item, [at]: value };
  });
}

const pointsText = (points: number | undefined) => (points === undefined ? "" : String(points));

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
