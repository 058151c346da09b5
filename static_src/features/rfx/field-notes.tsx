import { useSyncExternalStore } from "react";
import { valueText } from "../../lib/form-document/value-text";
import type { PlacedField } from "../../lib/form-document/walk";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Time } from "../../ui/time";
import type { AnswerSaving } from "./answer-saving";
import { wordsOf } from "./tasks";
import type { Conflict, FollowUpTask } from "./types";

type Props = {
  placed: PlacedField;
  saving: AnswerSaving;
  tasks: readonly FollowUpTask[];
  outdated: boolean;
  /** Whether the viewer may open the task's thread. */
  withThreads: boolean;
};

/** What stands under a field: a conflict to settle, a refusal, an outdated signature, open questions. */
export function FieldNotes({ placed, saving, tasks, outdated, withThreads }: Props) {
  const { key } = placed;
  const conflictOf = () => saving.snapshot().conflicts[key];
  const refusalOf = () => saving.snapshot().refused[key];
  const conflict = useSyncExternalStore(saving.subscribe, conflictOf, conflictOf);
  const refusal = useSyncExternalStore(saving.subscribe, refusalOf, refusalOf);
  return (
    <>
      {conflict && <ConflictNote placed={placed} saving={saving} conflict={conflict} />}
      {refusal && (
        <p className="field-note field-note-bad" role="alert">
          <Icon name="error" />
          <span>Not saved: {refusal}</span>
        </p>
      )}
      {outdated && (
        <p className="field-note field-note-wait">
          <Icon name="warning" />
          <span>Answers have changed since this was signed. Sign again.</span>
        </p>
      )}
      {tasks.map((task) => (
        <p key={task.id} className="field-note field-note-wait">
          <Icon name="follow-up" />
          <span>
            Follow-up: “{wordsOf(task)}”{task.status === "ANSWERED" && " (answered)"}
            {withThreads && task.messageThreadId !== null && (
              <>
                {" "}
                <a href={`/messages/t/${task.messageThreadId}`}>Reply</a>
              </>
            )}
          </span>
        </p>
      ))}
    </>
  );
}

type ConflictProps = { placed: PlacedField; saving: AnswerSaving; conflict: Conflict };

/** Two people wrote one field: both answers, whose the other is, and the choice. */
function ConflictNote({ placed, saving, conflict }: ConflictProps) {
  const { key, field } = placed;
  const { value, name, updated } = conflict;
  const theirs = valueText(field, value);
  return (
    <div className="conflict" role="alert">
      <p>
        <strong>{name}</strong> changed this answer meanwhile, <Time value={updated} as="dateTime" />.
        {theirs ? " Their answer:" : " They cleared it."}
      </p>
      {theirs && <p className="conflict-value">{theirs}</p>}
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
