import { useSyncExternalStore } from "react";
import type { PlacedField } from "../../lib/form-document/walk";
import { useLoaded } from "../../lib/use-loaded";
import { Icon } from "../../ui/icon";
import type { AnswerSaving } from "./answer-saving";
import { wordsOf } from "./tasks";
import type { FollowUpTask } from "./types";

const loadConflictNote = () => import("./conflict-note");

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
