import { useMemo } from "react";
import { answered } from "../../../../domain/questionnaire/rules/answers";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import type { Rfx } from "../../types";
import type { Answering } from "./answering";
import { useBlockers } from "./submit-button";

/** A section of an RFx with a visible field, and the progress of this viewer in it. */
export type Section = {
  formIndex: number;
  /** Number within its form; 0 for the fields before the first heading. */
  index: number;
  title: string;
  answered: number;
  total: number;
  /** Number of problems in it that prevent submission. */
  needed: number;
};

/** Return the progress of a section in whole percent; 0 if this viewer has nothing to answer in it. */
export const percentOf = ({ answered: done, total }: Section) =>
  total > 0 ? Math.floor((done / total) * 100) : 0;

/** Return the sections of all forms, with the progress of this viewer. */
export function useSections(rfx: Rfx, answering: Answering): readonly Section[] {
  const summary = useAnswerSummary(answering.store);
  const blockers = useBlockers(answering);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the summary is a new one when a count may have changed
  return useMemo(() => {
    const blocked = new Set(blockers.map(({ key }) => key));
    const sections = new Map<string, Section>();
    for (const { key, field, formIndex, sectionIndex: index, sectionTitle } of answering.fields) {
      const { isVisible, isWritable, value } = answering.store.get(key);
      if (!isVisible) continue;
      const id = `${formIndex}-${index}`;
      const title = sectionTitle || (rfx.docForms[formIndex]?.title ?? "");
      const section = sections.get(id) ?? { formIndex, index, title, answered: 0, total: 0, needed: 0 };
      if (isWritable) section.total += 1;
      if (isWritable && answered(field, value)) section.answered += 1;
      if (blocked.has(key)) section.needed += 1;
      sections.set(id, section);
    }
    return [...sections.values()];
  }, [rfx.docForms, answering, summary, blockers]);
}
