import { answered } from "../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../domain/questionnaire/rules/walk";
import type { OpenRfx } from "../detail/open-rfx";
import { reviewProgress } from "../detail/review/review-progress";
import { isLive, isWaiting, type Part } from "./parts";

/** A section that can be assigned, with the keys of its questions, and the counts of the visible and of the open ones. */
export type PartSection = {
  id: string;
  docFormId: number;
  formIndex: number;
  sectionIndex: number;
  title: string;
  keys: readonly string[];
  visibleCount: number;
  openCount: number;
};

type Group = Pick<PartSection, "id" | "docFormId" | "formIndex" | "sectionIndex" | "title"> & {
  fields: PlacedField[];
};

/** Group the respondent's questions by section. */
function groupsOf({ rfx, answering }: OpenRfx): Group[] {
  const groups = new Map<string, Group>();
  for (const placed of answering.fields) {
    const { field, formId, formIndex, sectionIndex, sectionTitle } = placed;
    if (field.writableBy === "REQUESTER" || formId === null) continue;
    const id = `${formIndex}-${sectionIndex}`;
    const group = groups.get(id) ?? {
      id,
      docFormId: formId,
      formIndex,
      sectionIndex,
      title: sectionTitle || (rfx.docForms[formIndex]?.title ?? ""),
      fields: [],
    };
    group.fields.push(placed);
    groups.set(id, group);
  }
  return [...groups.values()];
}

/** Return the sections with questions that a colleague can answer: all of the respondent's except signatures. */
export function sectionsOf(open: OpenRfx): PartSection[] {
  return groupsOf(open).flatMap(({ fields, ...section }) => {
    const own = fields.filter(({ field }) => field.type !== "FORMSIGNATURE");
    if (own.length === 0) return [];
    const states = own.map(({ key, field }) => ({ field, ...open.answering.store.get(key) }));
    const visible = states.filter(({ isVisible }) => isVisible);
    const unanswered = visible.filter(({ field, value }) => !answered(field, value));
    const keys = own.map(({ key }) => key);
    return [{ ...section, keys, visibleCount: visible.length, openCount: unanswered.length }];
  });
}

/** Return the sections that a colleague can review, with the counts of their answers and of those to review. */
export function sectionsToReview(open: OpenRfx): PartSection[] {
  return groupsOf(open).map(({ fields, ...section }) => {
    const { total, pending } = reviewProgress(open, fields);
    return {
      ...section,
      keys: fields.map(({ key }) => key),
      visibleCount: total,
      openCount: pending.length,
    };
  });
}

/** Return the live parts that contain a question of a section, those that are not done first. */
export function partsOfSection(parts: readonly Part[], keys: readonly string[]): Part[] {
  const inSection = new Set(keys);
  return parts
    .filter((part) => isLive(part) && part.keys.some((key) => inSection.has(key)))
    .sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
}
