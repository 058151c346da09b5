import { useId, useState } from "react";
import { ApiError, isOffline } from "../../api/errors";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useSave } from "../../lib/state/use-save";
import { Badge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { classNames } from "../../ui/class-names";
import { Due } from "../../ui/due";
import { FailureAlert } from "../../ui/failure-alert";
import { Icon } from "../../ui/icon";
import { Time } from "../../ui/time";
import type { ActionWork } from "./action-work";
import { acceptStep, sendStep } from "./calls";
import { StepForm } from "./step-forms";
import type { ActionStep, CorrectiveAction, StepName } from "./types";
import { StepWorkProvider, useValues } from "./work-context";
import "./corrective-action.scss";

const loadDialogs = () => import("./dialogs");
const together: readonly StepName[] = ["D1", "D2", "D3"];

type Props = {
  step: ActionStep;
  action: CorrectiveAction;
  work: ActionWork;
  isOpen: boolean;
  onToggle: () => void;
  onChanged: (action: CorrectiveAction) => void;
};

/** One step: its heading with its state, and, while it is open, its fields and the moves of the viewer. */
export function StepCard({ step, action, work, isOpen, onToggle, onChanged }: Props) {
  const bodyId = useId();
  const isWritable = step.state === "OPEN" || step.state === "RETURNED";
  const isReadOnly = !action.actions.write || !isWritable;
  const isHidden = isReadOnly && isWritable && !action.actions.write;
  return (
    <li className={classNames("step-card card", step.state === "ACCEPTED" && "step-done")}>
      <h2 className="step-heading">
        <button type="button" aria-expanded={isOpen} aria-controls={bodyId} onClick={onToggle}>
          <Icon name={step.state === "ACCEPTED" ? "success" : "new"} className="step-mark" />
          <span className="step-name">
            {step.step} {step.name}
          </span>
          <StepState step={step} isBuyer={!action.actions.write} />
          <Icon name={isOpen ? "up" : "down"} />
        </button>
      </h2>
      <div id={bodyId} hidden={!isOpen} className="card-body step-body">
        {isOpen && (
          <>
            <StepNotes step={step} requester={action.requester.name} />
            {isHidden ? (
              <p className="text-secondary mb-0">
                {step.state === "RETURNED"
                  ? `${action.supplier.name} is correcting this step.`
                  : `${action.supplier.name} has not sent this step yet.`}
              </p>
            ) : (
              <StepWorkProvider value={{ work, step: step.step, isReadOnly }}>
                <StepForm step={step.step} />
              </StepWorkProvider>
            )}
            {action.actions.write && isWritable && (
              <SendStep step={step} action={action} work={work} onChanged={onChanged} />
            )}
            {action.actions.decide && step.state === "SENT" && (
              <DecideStep step={step} action={action} onChanged={onChanged} />
            )}
          </>
        )}
      </div>
    </li>
  );
}

function StepState({ step, isBuyer }: { step: ActionStep; isBuyer: boolean }) {
  switch (step.state) {
    case "ACCEPTED":
      return (
        <Badge tone="ok" icon="completed">
          Accepted
        </Badge>
      );
    case "SENT":
      return (
        <Badge tone={isBuyer ? "wait" : "info"} icon="send">
          {isBuyer ? "To review" : "Sent"}
        </Badge>
      );
    case "RETURNED":
      return (
        <Badge tone="bad" icon="restore">
          Returned
        </Badge>
      );
    case "OPEN":
      return <Due value={step.due} withWord />;
  }
}

/** The people who sent and decided, and the buyer's comment. */
function StepNotes({ step, requester }: { step: ActionStep; requester: string }) {
  return (
    <>
      {step.state === "RETURNED" && step.comment && (
        <div className="alert alert-warning" role="note">
          <strong>{requester} returned this step:</strong> <bdi className="step-comment">{step.comment}</bdi>
        </div>
      )}
      {(step.state === "SENT" || step.state === "ACCEPTED") && step.sent && (
        <p className="text-secondary small-text">
          Sent <Time value={step.sent} as="dateTime" />
          {step.sentBy && ` by ${step.sentBy.name}`}
          {step.state === "ACCEPTED" && step.decided && (
            <>
              , accepted <Time value={step.decided} as="dateTime" />
              {step.decidedBy && ` by ${step.decidedBy.name}`}
            </>
          )}
        </p>
      )}
    </>
  );
}

type MoveProps = Pick<Props, "step" | "action" | "onChanged">;

/** Send the step, and the steps that are sent with it. Entries and photos are saved first. */
function SendStep({ step, action, work, onChanged }: MoveProps & { work: ActionWork }) {
  useValues(work);
  const group = groupOf(step, action);
  const names = group.length > 1 ? `${group[0]} to ${group.at(-1)}` : step.step;
  const [sentence, setSentence] = useState("");
  const { save, busy } = useSave({
    send: async (_: undefined, key) => {
      if (!(await work.flush())) throw new NotSavedError();
      // The server finds the problems of saved fields, so they are checked after the save.
      if (group.some((each) => work.problemCount(each) > 0)) throw new IncompleteError();
      return sendStep(action.id, step.step, key);
    },
    success: `${names} sent to ${action.requester.name}`,
    onSaved: onChanged,
    onError: (error) => {
      work.attempt(group);
      const missing = group.filter((each) => work.problemCount(each) > 0);
      setSentence(error instanceof IncompleteError ? missingText(missing) : sentenceOf(error, names));
    },
  });
  const onSend = () => {
    setSentence("");
    save(undefined);
  };
  return (
    <div className="step-moves">
      <FailureAlert error={sentence} />
      <Button variant="primary" icon="send" busy={busy} busyText="Sending..." onClick={onSend}>
        Send {names}
      </Button>
    </div>
  );
}

/** Thrown if something is still on this device only. */
class NotSavedError extends Error {}

/** Thrown if fields are missing or wrong. */
class IncompleteError extends Error {}

function missingText(steps: readonly string[]): string {
  return `Something is missing in ${steps.join(", ")}.`;
}

function sentenceOf(error: unknown, names: string): string {
  if (error instanceof NotSavedError || isOffline(error)) {
    return `${names} can't be sent yet, because something is not saved. Everything is kept on this device and is saved when there is a connection.`;
  }
  if (!(error instanceof ApiError)) return "It was not sent. Please try again.";
  if (error.status !== 422) return error.message;
  const steps = [...new Set(Object.keys(error.fields).map((key) => key.split(".")[1] ?? ""))];
  return missingText(steps);
}

/** Return the steps that are sent with a step: D1 to D3 are sent together. */
function groupOf({ step }: ActionStep, { steps }: CorrectiveAction): StepName[] {
  if (!together.includes(step)) return [step];
  return steps
    .filter((each) => together.includes(each.step) && (each.state === "OPEN" || each.state === "RETURNED"))
    .map((each) => each.step);
}

/** Accept or return the step. */
function DecideStep({ step, action, onChanged }: MoveProps) {
  const [returning, setReturning] = useState(false);
  const dialogs = useLoaded(loadDialogs, returning);
  const { save, busy } = useSave({
    send: (_: undefined, key) => acceptStep(action.id, step.step, key),
    success: `${step.step} accepted`,
    onSaved: onChanged,
  });
  return (
    <div className="step-moves button-row">
      <Button
        variant="primary"
        icon="completed"
        busy={busy}
        busyText="Accepting..."
        onClick={() => save(undefined)}
      >
        {acceptLabel(step, action)}
      </Button>
      <Button onClick={() => setReturning(true)} disabled={busy}>
        Return...
      </Button>
      {dialogs && returning && (
        <dialogs.ReturnDialog
          action={action}
          step={step.step}
          onClose={() => setReturning(false)}
          onChanged={onChanged}
        />
      )}
    </div>
  );
}

/** Return the label of the button: D3 includes D1 and D2, if these wait too. */
function acceptLabel({ step }: ActionStep, { steps }: CorrectiveAction): string {
  const waiting = steps.filter((each) => together.includes(each.step) && each.state === "SENT");
  return step === "D3" && waiting.length > 1 ? `Accept ${waiting[0]?.step} to D3` : `Accept ${step}`;
}
