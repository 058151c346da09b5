import type { ApiBody } from "../../../api/types";
import { type Evaluation, maxCriteria } from "./types";

/** A criterion in the editor; the weight is the typed text. */
export type DraftCriterion = {
  key: string;
  name: string;
  description: string;
  weight: string;
  source: "MARKS" | "SCORE";
  sectionId: string | null;
};

/** The edited criteria with the version that they are based on. */
export type Draft = { criteria: DraftCriterion[]; due: string | null; basedOn: string | null };

export function draftOf({ criteria, due, updated }: Evaluation): Draft {
  return {
    criteria: criteria.map(({ id, weight, source, ...rest }) => ({
      ...rest,
      key: String(id),
      weight: String(weight),
      source: source as DraftCriterion["source"],
    })),
    due,
    basedOn: updated,
  };
}

/** Return the typed weight as a number; 0 for other texts. */
const weightOf = ({ weight }: DraftCriterion) => (/^\d{1,3}$/.test(weight.trim()) ? Number(weight) : 0);

export const sumOf = (criteria: readonly DraftCriterion[]) =>
  criteria.reduce((sum, criterion) => sum + weightOf(criterion), 0);

/** Give all criteria the same weight; the first ones get the rest. */
export function splitEvenly(criteria: readonly DraftCriterion[]): DraftCriterion[] {
  const share = Math.floor(100 / Math.max(1, criteria.length));
  const rest = 100 - share * criteria.length;
  return criteria.map((criterion, index) => ({
    ...criterion,
    weight: String(share + (index < rest ? 1 : 0)),
  }));
}

/** Add a criterion with the weight that is left. */
export function withNew(criteria: readonly DraftCriterion[], key: string): DraftCriterion[] {
  if (criteria.length >= maxCriteria) return [...criteria];
  const weight = String(Math.max(0, 100 - sumOf(criteria)));
  return [...criteria, { key, name: "", description: "", weight, source: "MARKS", sectionId: null }];
}

export function bodyOf({ criteria, due, basedOn }: Draft): ApiBody<"Criteria"> {
  return {
    criteria: criteria.map((criterion) => ({
      name: criterion.name,
      description: criterion.description,
      // Text that is not a number is sent as a number that the server refuses with a sentence at this field.
      weight: /^\d{1,3}$/.test(criterion.weight.trim()) ? Number(criterion.weight) : -1,
      source: criterion.source,
      sectionId: criterion.sectionId,
    })),
    due,
    basedOn,
  };
}
