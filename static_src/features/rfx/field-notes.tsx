import { useSyncExternalStore } from "react";
import type { PlacedField } from "../../lib/form-document/walk";
import { useLoaded } from "../../lib/use-loaded";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import type { AnswerSaving } from "./answer-saving";
import { type Asked, wordsOf } from "./tasks";
import type { FollowUpTask } from "./types";

const loadConflictNote = () => import("./conflict-note");

type Props = {
  placed: PlacedField;
  saving: AnswerSaving;
  tasks: readonly FollowUpTask[];
  outdated: boolean;
  onAsk: (asked: Asked) => void;
};

/** What stands under a field: a conflict to settle, a refusal, an outdated signature, open questions. */
export function FieldNotes({ placed, saving, tasks, outdated, onAsk }: Props) {
  const { key } = placed;
  const conflictOf = () => saving.snapshot().conflicts[key];
  const refusalOf = () => saving.snapshot().refused[key];
  const conflict = useSyncExternalStore(saving.subscribe, conflictOf, conflictOf);
  const note = useLoaded(loadConflictNote, conflict !== undefined);
  const refusal = useSyncExternalStore(saving.subscribe, refusalOf, refusalOf);
  return (
    <>
      {conflict && note && <note.ConflictNote placed={placed} saving={saving} conflict={conflict} />}
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
            Follow-up: “{wordsOf(task)}”{task.status === "ANSWERED" && " (answered)"}{" "}
            <Button size="sm" onClick={() => onAsk({ kind: "task", id: task.id })}>
              Open<span className="visually-hidden">: {wordsOf(task)}</span>
            </Button>
          </span>
        </p>
      ))}
    </>
  );
}
