import { answered } from "../../../domain/questionnaire/rules/answers";
import type { Field } from "../../../domain/questionnaire/rules/types";
import { valueText } from "../../../domain/questionnaire/rules/value-text";
import { Badge } from "../../../ui/badge";
import { Icon } from "../../../ui/icon";
import { Checkbox } from "../../../ui/inputs";
import { Segmented } from "../../../ui/segmented";
import { Time } from "../../../ui/time";
import { type ChangeRow, outcomes } from "./decisions";
import { LongText } from "./long-text";
import { WordMarks } from "./word-marks";
import "./workbook.scss";

type CellProps = { row: ChangeRow; field: Field | undefined };

/** The question of a row: its place in the forms, its text and, in a file without our keys, the text of the file. */
export function QuestionCell({ row, hasSeveralForms }: { row: ChangeRow; hasSeveralForms: boolean }) {
  const { formTitle, section, number, label, matchedText, similarity } = row;
  const place = [hasSeveralForms && formTitle, section, number].filter(Boolean).join(" · ");
  return (
    <div>
      {place && <span className="field-hint d-block">{place}</span>}
      <bdi>{label}</bdi>
      {matchedText !== null && matchedText !== label && (
        <span className="field-hint d-block">
          In the file: <bdi>{matchedText}</bdi>
          {similarity !== null && similarity < 100 && ` (${Math.round(similarity)}% alike)`}
        </span>
      )}
    </div>
  );
}

export function HereCell({ row, field }: CellProps) {
  const { here, outcome, hereAuthor, hereUpdated } = row;
  const text = textOf(field, here);
  if (outcome === "UNKNOWN") return null;
  if (!text) return <span className="text-secondary">Not answered</span>;
  return (
    <div>
      {marksWords(row, field) ? (
        <WordMarks from={text} to={textOf(field, row.file)} side="from" />
      ) : (
        <LongText text={text} />
      )}
      {outcome === "CONFLICT" && hereAuthor && (
        <span className="field-hint d-block">
          <bdi>{hereAuthor}</bdi>, <Time value={hereUpdated} as="dateTime" />
        </span>
      )}
    </div>
  );
}

export function FileCell({ row, field }: CellProps) {
  const { outcome, file, fileText, sentence, cell } = row;
  if (outcome === "EMPTY") return <span className="text-secondary">Empty</span>;
  const text = textOf(field, file) || fileText;
  return (
    <div>
      {marksWords(row, field) ? (
        <WordMarks from={textOf(field, row.here)} to={text} side="to" />
      ) : (
        <LongText text={text} />
      )}
      {sentence && (
        <span className="field-error">
          <Icon name="error" />
          <span>
            {/* The sentences about the format of a cell begin with its name. */}
            {cell && !sentence.startsWith(cell) && (
              <>
                <bdi>{cell}</bdi>:{" "}
              </>
            )}
            {sentence}
          </span>
        </span>
      )}
    </div>
  );
}

type OutcomeProps = {
  row: ChangeRow;
  isTaken: boolean;
  /** True if the empty cell of this row clears the answer here. */
  clears: boolean;
  onTake: (isTaken: boolean) => void;
};

/** The outcome of a row, and the choice that it offers. */
export function OutcomeCell({ row: { outcome, label }, isTaken, clears, onTake }: OutcomeProps) {
  const { label: name, tone, icon } = outcomes[outcome];
  const isTakable = outcome === "NEW" || outcome === "CHANGED" || outcome === "PROPOSED";
  return (
    <div className="workbook-outcome">
      <Badge tone={tone} icon={icon}>
        {name}
      </Badge>
      {isTakable && (
        <Checkbox
          label={
            <>
              Take over<span className="visually-hidden">: {label}</span>
            </>
          }
          checked={isTaken}
          onChange={({ target }) => onTake(target.checked)}
        />
      )}
      {outcome === "CONFLICT" && (
        <Segmented
          label={`Answer to ${label}`}
          options={[
            { value: "here", label: "Keep here" },
            { value: "file", label: "Take the file's" },
          ]}
          value={isTaken ? "file" : "here"}
          onChange={(choice) => onTake(choice === "file")}
        />
      )}
      {clears && <span className="text-secondary">The answer is cleared.</span>}
    </div>
  );
}

/** Format an answer as in the form; of a question that the page does not have, as plain text. */
function textOf(field: Field | undefined, value: unknown): string {
  if (field) return valueText(field, value);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Return true if the two answers are texts whose changed words are marked. */
function marksWords({ outcome, here, file }: ChangeRow, field: Field | undefined): boolean {
  const isChange = outcome === "CHANGED" || outcome === "CONFLICT" || outcome === "PROPOSED";
  if (!isChange || !field || (field.type !== "TEXT" && field.type !== "TEXTAREA")) return false;
  return answered(field, here) && answered(field, file);
}
