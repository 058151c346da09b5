import {
  type Condition,
  conditionsOf,
  type Field,
  isAnyEnough,
} from "../../../domain/questionnaire/rules/types";
import { fieldKind } from "../editor/fields/field-types";
import { canBeMet, isMetUnanswered } from "./can-be-met";

/** Sentence about a part of the form that is probably unfinished, and the field that it is about. */
export interface PublishWarning {
  fid: string;
  sentence: string;
}

/**
 * Return warnings about the fields of a form, in document order. They do not block publishing, unlike the errors of the
 * server.
 */
export function publishWarnings(fields: readonly Field[]): PublishWarning[] {
  const reach = new Reach(fields);
  return fields.flatMap((field) =>
    [...contentWarnings(field), ...reach.warnings(field)].map((sentence) => ({ fid: field.fid, sentence })),
  );
}

function contentWarnings(field: Field): string[] {
  const name = quoted(field);
  const warnings: string[] = [];
  if (field.label.trim() === fieldKind(field.type).label)
    warnings.push(`${name} still has its default label.`);
  const defaults = defaultLabels(field.options, /^Option \d+$/);
  if (defaults) warnings.push(`${name} still has default options: ${defaults}.`);
  const columns = defaultLabels(field.columns, /^Column \d+$/);
  if (columns) warnings.push(`${name} still has default columns: ${columns}.`);
  const isScored = field.scoring.some(({ points }) => points > 0);
  if (isScored && !field.topic.trim()) warnings.push(`${name} is scored but has no topic.`);
  return warnings;
}

function defaultLabels(parts: readonly { label: string }[], pattern: RegExp): string {
  return parts
    .map(({ label }) => label.trim())
    .filter((label) => pattern.test(label))
    .join(", ");
}

function quoted({ label, name }: Field): string {
  return `\u201c${label.trim() || name}\u201d`;
}

/** Fields that can be shown, as far as their conditions can be met. */
class Reach {
  private readonly byName: ReadonlyMap<string, Field>;
  private readonly shown = new Map<string, boolean>();

  constructor(fields: readonly Field[]) {
    this.byName = new Map(fields.map((field) => [field.name, field]));
  }

  warnings(field: Field): string[] {
    const conditions = conditionsOf(field);
    const name = quoted(field);
    if (!this.canMeet(field)) return [`${name} never shows: its condition can never be met.`];
    if (!this.canShow(field)) {
      const parent = conditions
        .map((condition) => this.byName.get(condition.field))
        .find((other) => other && !this.canShow(other));
      return [
        `${name} never shows: it depends on ${parent ? quoted(parent) : "a field"}, which never shows.`,
      ];
    }
    return conditions.flatMap((condition, index) =>
      this.canBeMet([condition]) ? [] : [`Condition ${index + 1} of ${name} can never be met.`],
    );
  }

  /** Return true if answers can meet the conditions of the field, while all other fields show. */
  private canMeet(field: Field): boolean {
    const conditions = conditionsOf(field);
    if (isAnyEnough(field)) return conditions.some((condition) => this.canBeMet([condition]));
    const names = new Set(conditions.map((condition) => condition.field));
    return [...names].every((name) =>
      this.canBeMet(conditions.filter((condition) => condition.field === name)),
    );
  }

  /** Return true if answers can meet conditions that refer to one field. A missing field is another error. */
  private canBeMet(conditions: readonly Condition[]): boolean {
    const other = this.byName.get(conditions[0]?.field ?? "");
    return !other || canBeMet(other, conditions);
  }

  private canShow(field: Field): boolean {
    const cached = this.shown.get(field.name);
    if (cached !== undefined) return cached;
    // A circle is another error.
    this.shown.set(field.name, true);
    const conditions = conditionsOf(field);
    const isPossible = (condition: Condition) => {
      const other = this.byName.get(condition.field);
      return !other || isMetUnanswered(condition) || (this.canBeMet([condition]) && this.canShow(other));
    };
    const isShown = isAnyEnough(field)
      ? conditions.some(isPossible)
      : this.canMeet(field) && conditions.every(isPossible);
    this.shown.set(field.name, isShown);
    return isShown;
  }
}
