import { valueParts } from "../../../../domain/questionnaire/rules/value-text";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import type { AnswerSaving } from "../../../../domain/saving/answer-saving";
import { Button } from "../../../../ui/button";
import { Parts } from "../../../../ui/parts";
import { Time } from "../../../../ui/time";
import type { Conflict } from "../../types";
import "../notes.scss";

type Props = { placed: PlacedField; saving: AnswerSaving; conflict: Conflict };

/** Note about a field that two users changed: the other answer, its author, and the choice between both. */
export function ConflictNote({ placed, saving, conflict }: Props) {
  const { key, field } = placed;
  const { value, name, updated } = conflict;
  const theirs = valueParts(field, value);
  return (
    <div className="conflict" role="alert">
      <p>
        <strong>{name}</strong> changed this answer meanwhile, <Time value={updated} as="dateTime" />.
        {theirs[0] ? " Their answer:" : " They cleared it."}
      </p>
      {theirs[0] && (
        <p className="conflict-value">
          <Parts parts={theirs} />
        </p>
      )}
      <div className="button-row">
        <Button size="sm" onClick={() => saving.keepMine(key)}>
          Keep mine<span className="visually-hidden">: {field.label}</span>
        </Button>
        <Button size="sm" onClick={() => saving.takeTheirs(key)}>
          Take theirs<span className="visually-hidden">: {field.label}</span>
        </Button>
      </div>
    </div>
  );
}
