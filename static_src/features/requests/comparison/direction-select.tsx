import type { Direction, Question } from "./types";
import "./cell-content.scss";
import "./direction-select.scss";

type Props = {
  question: Question;
  canChange: boolean;
  tabIndex?: number;
  onChange: (question: Question, direction: Direction | null) => void;
};

/** The choice of the better end of a question's numbers; text for viewers who may not change it. */
export function DirectionSelect({ question, canChange, tabIndex, onChange }: Props) {
  const { canRank, direction, label } = question;
  if (!canRank) return null;
  if (!canChange) {
    return direction ? (
      <span className="comparison-hint">
        {direction === "LOWER" ? "Lower is better" : "Higher is better"}
      </span>
    ) : null;
  }
  return (
    <select
      className="comparison-direction"
      aria-label={`Which is better: ${label}`}
      tabIndex={tabIndex}
      value={direction ?? ""}
      onChange={(event) => onChange(question, (event.target.value || null) as Direction | null)}
    >
      <option value="">Which is better?</option>
      <option value="LOWER">Lower is better</option>
      <option value="HIGHER">Higher is better</option>
    </select>
  );
}
