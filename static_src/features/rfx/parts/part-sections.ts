import { answered } from "../../../domain/questionnaire/rules/answers";
import type { Answering } from "../detail/answering/answering";
import { isLive, isWaiting, type Part } from "./parts";

/** A section that can be assigned, with the keys of its questions, and the counts of the visible ones. */
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

/** Return the sections with questions that a colleague can answer: all of the respondent's except signatures. */
export function sectionsOf(answering: Answering, formTitles: readonly string[]): PartSection[] {
  const sections = new Map<string, PartSection>();
  for (const { key, field, formId, formIndex, sectionIndex, sectionTitle } of answering.fields) {
    if (field.writableBy === "REQUESTER" || field.type === "FORMSIGNATURE" || formId === null) continue;
    const id = `${formIndex}-${sectionIndex}`;
    const section = sections.get(id) ?? {
      id,
      docFormId: formId,
      formIndex,
      sectionIndex,
      title: sectionTitle || (formTitles[formIndex] ?? ""),
      keys: [],
      visibleCount: 0,
      openCount: 0,
    };
    const { isVisible, value } = answering.store.get(key);
    const isOpen = isVisible && !answered(field, value);
    sections.set(id, {
      ...section,
      keys: [...section.keys, key],
      visibleCount: section.visibleCount + (isVisible ? 1 : 0),
      openCount: section.openCount + (isOpen ? 1 : 0),
    });
  }
  return [...sections.values()];
}

/** Return the live parts that contain a question of a section, those that are not done first. */
export function partsOfSection(parts: readonly Part[], keys: readonly string[]): Part[] {
  const inSection = new Set(keys);
  return parts
    .filter((part) => isLive(part) && part.keys.some((key) => inSection.has(key)))
    .sort((one, other) => Number(isWaiting(other)) - Number(isWaiting(one)));
}
