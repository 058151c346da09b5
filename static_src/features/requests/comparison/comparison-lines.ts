import type { Comparison, Question, Section } from "./types";

export type Show = "all" | "differences" | "scored";

/** A line of the grid: a section, a question with its answers or folded, or the questions without differences. */
export type Line =
  | { kind: "section"; section: Section; isOpen: boolean }
  | { kind: "question"; question: Question; isFolded: boolean }
  | { kind: "rest"; sectionId: string; count: number; isOpen: boolean };

type View = {
  show: Show;
  /** The id of the only shown section; empty for all. */
  section: string;
  /** Ids of closed sections. */
  closed: ReadonlySet<string>;
  /** Keys of unfolded questions and ids of sections whose questions without differences are shown. */
  unfolded: ReadonlySet<string>;
};

/** Return true if at least two suppliers have the same answer and no supplier has another one. */
function isSame({ differs, sameCount }: Question): boolean {
  return !differs && sameCount > 1;
}

/** Return the questions that the filters leave. */
export function shownQuestions({ questions }: Comparison, view: Pick<View, "show" | "section">): Question[] {
  return questions.filter(
    ({ sectionId, differs, isScored }) =>
      (!view.section || sectionId === view.section) &&
      (view.show !== "differences" || differs) &&
      (view.show !== "scored" || isScored),
  );
}

/** Return the lines of the grid. With "only differences" each section ends with a line for its other questions. */
export function linesOf(comparison: Comparison, view: View): Line[] {
  const { show, section, closed, unfolded } = view;
  return comparison.sections.flatMap((each): Line[] => {
    if (section && each.id !== section) return [];
    const own = comparison.questions.filter(({ sectionId }) => sectionId === each.id);
    const questions = show === "scored" ? own.filter(({ isScored }) => isScored) : own;
    if (questions.length === 0) return [];
    const isClosed = closed.has(each.id);
    const head: Line = { kind: "section", section: each, isOpen: !isClosed };
    if (isClosed) return [head];
    const differing = show === "differences" ? questions.filter(({ differs }) => differs) : questions;
    const rest = questions.length - differing.length;
    const showsRest = unfolded.has(each.id);
    const rows = (showsRest ? questions : differing).map((question): Line => {
      const isFolded = isSame(question) && !unfolded.has(question.key);
      return { kind: "question", question, isFolded };
    });
    if (rest === 0) return [head, ...rows];
    return [head, ...rows, { kind: "rest", sectionId: each.id, count: rest, isOpen: showsRest }];
  });
}

/** Return the sentence of a folded question ('All 5: Yes'); `compared` is the number of suppliers with answers. */
export function foldedText({ sameCount, sameText }: Question, compared: number): string {
  const who = sameCount >= compared ? `All ${sameCount}` : `${sameCount} of ${compared}`;
  return `${who}: ${sameText ?? "no answer"}`;
}
