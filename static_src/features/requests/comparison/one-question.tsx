import { useState } from "react";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { classNames } from "../../../ui/class-names";
import { Icon } from "../../../ui/icon";
import { CellContent } from "./cell-content";
import { CellPanel } from "./cell-panel";
import { SupplierState } from "./comparison-grid";
import { DirectionSelect } from "./direction-select";
import type { Comparison, Direction, OpenCell, Question } from "./types";
import "./cell-content.scss";
import "./comparison.scss";
import "./one-question.scss";

type Props = {
  requestId: number;
  comparison: Comparison;
  questions: readonly Question[];
  canChange: boolean;
  onDirection: (question: Question, direction: Direction | null) => void;
  onChanged: () => void;
  onAsk: (cell: OpenCell) => void;
};

/** The comparison on a phone: one question at a time, with the suppliers as rows. */
export function OneQuestion(props: Props) {
  const { comparison, questions, canChange, onDirection, onAsk } = props;
  const { suppliers, sections } = comparison;
  const [key, setKey] = useState("");
  const [opened, setOpened] = useState<number | null>(null);
  const index = Math.max(
    0,
    questions.findIndex((question) => question.key === key),
  );
  const question = questions[index];
  if (!question) return null;
  const show = (next: Question | undefined) => {
    setKey(next?.key ?? "");
    setOpened(null);
  };
  const label = (each: Question) => `${each.number} ${each.label}`;
  return (
    <div className="one-question">
      <select
        className="form-select"
        aria-label="Question"
        value={question.key}
        onChange={(event) => show(questions.find((each) => each.key === event.target.value))}
      >
        {sections.map(({ id, title }) => {
          const own = questions.filter(({ sectionId }) => sectionId === id);
          return own.length === 0 ? null : (
            <optgroup key={id} label={title}>
              {own.map((each) => (
                <option key={each.key} value={each.key}>
                  {label(each)}
                </option>
              ))}
            </optgroup>
          );
        })}
      </select>
      <div className="one-question-steps">
        <Button icon="left" disabled={index === 0} onClick={() => show(questions[index - 1])}>
          Previous
        </Button>
        <span className="num" aria-live="polite">
          {index + 1} of {questions.length}
        </span>
        <Button disabled={index === questions.length - 1} onClick={() => show(questions[index + 1])}>
          Next
          <Icon name="right" />
        </Button>
      </div>
      <Card flush>
        <div className="one-question-head">
          <h2>
            <span className="comparison-number num">{question.number}</span> {question.label}
          </h2>
          {question.hint && <p className="comparison-hint">{question.hint}</p>}
          <DirectionSelect question={question} canChange={canChange} onChange={onDirection} />
        </div>
        <ul className="one-question-answers">
          {suppliers.map((supplier, at) => {
            const cell = question.cells[at] ?? null;
            const isOpen = opened === supplier.rfxId;
            return (
              <li key={supplier.rfxId} className={classNames(cell?.isDifferent && "different")}>
                <button
                  type="button"
                  aria-expanded={isOpen}
                  onClick={() => setOpened(isOpen ? null : supplier.rfxId)}
                >
                  <span className="one-question-name line-clamp-2">{supplier.name}</span>
                  <SupplierState supplier={supplier} />
                  <CellContent cell={cell} question={question} supplier={supplier} isText />
                </button>
                {isOpen && (
                  <CellPanel
                    cell={cell}
                    question={question}
                    supplier={supplier}
                    requestId={props.requestId}
                    mayNote={canChange}
                    onChanged={props.onChanged}
                    onAsk={() => onAsk({ key: question.key, rfxId: supplier.rfxId })}
                    onClose={() => setOpened(null)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      </Card>
    </div>
  );
}
