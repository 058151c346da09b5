import { useState } from "react";
import { fieldErrors } from "../../../api/field-errors";
import { Avatar } from "../../../domain/people/faces";
import { noPerson, type PersonChoice, PersonPicker } from "../../../domain/people/person-picker";
import { usePageContext } from "../../../lib/browser/page-context";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { Badge } from "../../../ui/badge";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { FailureAlert } from "../../../ui/failure-alert";
import { Meter } from "../../../ui/meter";
import { addEvaluator, remindEvaluator, removeEvaluator } from "./evaluation-calls";
import { type Evaluation, type Evaluator, maxEvaluators } from "./types";
import "./evaluation.scss";

type Props = { requestId: number; evaluation: Evaluation; onChange: (evaluation: Evaluation) => void };

/** The evaluators with their progress; owners add, remind and remove them. */
export function PeopleCard({ requestId, evaluation, onChange }: Props) {
  const { state, evaluators, mayManage } = evaluation;
  const { user: viewer } = usePageContext();
  const [removing, setRemoving] = useState<Evaluator | null>(null);
  const reminding = useSave({
    send: (evaluatorId: number, key) => remindEvaluator(requestId, evaluatorId, key),
    success: "Reminder sent.",
    onSaved: onChange,
    perInput: true,
  });
  const isOpen = state === "OPEN";
  return (
    <Card title="Evaluators" flush>
      {evaluators.length > 0 && (
        <ul className="evaluators">
          {evaluators.map((evaluator) => (
            <li key={evaluator.id} className="evaluator">
              <Avatar person={evaluator.user} />
              <span className="evaluator-name">
                <bdi>{evaluator.name}</bdi>
                <span className="evaluator-sub">
                  {evaluator.isGuest ? `By link, ${evaluator.email}` : evaluator.user.jobTitle || "Colleague"}
                </span>
              </span>
              {isOpen && <Progress evaluator={evaluator} />}
              {mayManage && (
                <span className="evaluator-actions">
                  {isOpen && !evaluator.finished && evaluator.user.id !== viewer?.id && (
                    <Button
                      size="sm"
                      icon="bell"
                      busy={reminding.current === evaluator.id}
                      busyText="Sending..."
                      onClick={() => reminding.save(evaluator.id)}
                    >
                      Remind
                    </Button>
                  )}
                  <IconButton
                    icon="remove"
                    size="sm"
                    label={`Remove ${evaluator.name}`}
                    onClick={() => setRemoving(evaluator)}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <FailureAlert error={reminding.failure} />
      {mayManage && evaluators.length < maxEvaluators && (
        <AddPerson requestId={requestId} evaluation={evaluation} onChange={onChange} />
      )}
      <ConfirmModal
        show={removing !== null}
        title={`Remove ${removing?.name ?? ""}?`}
        confirmLabel="Remove"
        danger
        onConfirm={async () => {
          if (removing) onChange(await removeEvaluator(requestId, removing.id));
          setRemoving(null);
        }}
        onClose={() => setRemoving(null)}
      >
        {isOpen
          ? "The marks of this person no longer count. If you add the person again, the marks return."
          : "This person will not be asked to evaluate."}
        {removing?.isGuest && isOpen && " The link stops working at once."}
      </ConfirmModal>
    </Card>
  );
}

function Progress({ evaluator }: { evaluator: Evaluator }) {
  const { finished, entered, total, conflicts } = evaluator;
  const isDone = finished !== null && entered === total;
  return (
    <span className="evaluator-progress">
      <Meter total={total} parts={[{ value: entered, tone: isDone ? "ok" : "info" }]} />
      <span className="num">
        {entered} of {total} marks
      </span>
      {isDone ? (
        <Badge tone="ok" icon="check">
          Finished
        </Badge>
      ) : finished ? (
        <Badge tone="wait">New marks to enter</Badge>
      ) : null}
      {conflicts.length > 0 && <Badge tone="wait">{formatCount(conflicts.length, "conflict")}</Badge>}
    </span>
  );
}

function AddPerson({ requestId, evaluation, onChange }: Props) {
  const [person, setPerson] = useState(noPerson);
  const [errors, setErrors] = useState<Readonly<Record<string, string[]>>>({});
  const adding = useSave({
    send: (added: PersonChoice, key) => addEvaluator(requestId, added, key),
    onSaved: (next) => {
      setPerson(noPerson);
      setErrors({});
      onChange(next);
    },
    onError: (error) => setErrors(fieldErrors(error)),
  });
  const isChosen = person.userId !== null || person.email !== "";
  return (
    <form
      className="evaluator-add"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChosen) void adding.save(person);
      }}
    >
      <div className="evaluator-person">
        <PersonPicker
          label="Add a person"
          value={person}
          errors={errors}
          isNameRequired={false}
          except={evaluation.evaluators.filter(({ isGuest }) => !isGuest).map(({ user }) => user.id)}
          onChange={(next) => {
            setPerson(next);
            setErrors({});
          }}
        />
      </div>
      <Button type="submit" icon="invite" disabled={!isChosen} busy={adding.busy} busyText="Adding...">
        Add
      </Button>
      <FailureAlert error={adding.failure} />
    </form>
  );
}
