import { type ReactNode, useSyncExternalStore } from "react";
import { answered } from "../../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import type { AnswerSaving } from "../../../../domain/saving/answer-saving";
import { LatePart } from "../../../../lib/browser/late-part";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { Button } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { loadCarried } from "../../carried/load-carried";
import type { Offers } from "../../carried/offers";
import { type Asked, taskText } from "../../tasks";
import type { Conflict, FollowUpTask, Rfx } from "../../types";
import type { Answering } from "./answering";
import "../notes.scss";
import "../../../../domain/questionnaire/doc-view.scss";

const loadConflictNote = () => import("./conflict-note");

type Props = {
  placed: PlacedField;
  answering: Answering;
  reuse: Offers;
  carried: Rfx["carried"];
  tasks: readonly FollowUpTask[] | undefined;
  outdated: boolean;
  /** The label of the button at a follow-up task. */
  taskAction: string;
  onAsk: (asked: Asked) => void;
  /** Notes for the viewer's role. */
  children: ReactNode;
};

/**
 * Notes below a field: an earlier answer to reuse, a conflict, a refused value, an outdated signature, open follow-up
 * tasks. Renders no element for a field without notes, which are most fields.
 */
export function FieldNotes(props: Props) {
  const { placed, answering, reuse, carried, tasks, outdated, taskAction, onAsk, children } = props;
  const { key, field } = placed;
  const { saving } = answering;
  const conflictOf = () => saving.snapshot().conflicts[key];
  const refusalOf = () => saving.snapshot().refused[key];
  const conflict = useSyncExternalStore(saving.subscribe, conflictOf, conflictOf);
  const refusal = useSyncExternalStore(saving.subscribe, refusalOf, refusalOf);
  const isEarlier =
    (carried?.offers[key] ?? reuse?.[key]) && !answered(field, answering.store.get(key).value);
  if (!isEarlier && !conflict && !refusal && !outdated && !tasks && !children) return null;
  return (
    <div className="doc-below">
      {isEarlier && (
        <LatePart load={loadCarried}>
          {(part) => (
            <part.EarlierNotes answering={answering} carried={carried} reuse={reuse} placed={placed} />
          )}
        </LatePart>
      )}
      {conflict && <LoadedConflict placed={placed} saving={saving} conflict={conflict} />}
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
      {tasks?.map((task) => (
        <p key={task.id} className="field-note field-note-wait">
          <Icon name="follow-up" />
          <span>
            Follow-up: “{taskText(task)}”{task.status === "ANSWERED" && " (answered)"}{" "}
            <Button size="sm" onClick={() => onAsk({ kind: "task", id: task.id })}>
              {taskAction}
              <span className="visually-hidden">: {taskText(task)}</span>
            </Button>
          </span>
        </p>
      ))}
      {children}
    </div>
  );
}

type ConflictProps = { placed: PlacedField; saving: AnswerSaving; conflict: Conflict };

function LoadedConflict(props: ConflictProps) {
  const note = useLoaded(loadConflictNote);
  return note && <note.ConflictNote {...props} />;
}
