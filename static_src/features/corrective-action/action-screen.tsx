import { useEffect, useState } from "react";
import { SavingIndicator, useSaving } from "../../domain/saving/saving-indicator";
import { useLoaded } from "../../lib/browser/use-loaded";
import { useQuery } from "../../lib/state/queries";
import { Button } from "../../ui/button";
import { Card, Facts } from "../../ui/card";
import { RichText } from "../../ui/rich-text";
import { Time } from "../../ui/time";
import { ActionWork } from "./action-work";
import { loadAction } from "./calls";
import { Contested } from "./contested";
import { Effectiveness } from "./effectiveness";
import { StepCard } from "./step-card";
import type { CorrectiveAction, StepName } from "./types";
import "./corrective-action.scss";

const loadDialogs = () => import("./dialogs");
const loadChange = () => import("./change-dialog");

/** How often an open page looks for changes of the other party, ms. */
const pollEvery = 20_000;

type Props = {
  first: CorrectiveAction;
  /** Name of the entries in this browser: one user in one action. */
  scope: string;
};

/** A corrective action with its steps: the supplier writes and sends them, the buyer accepts and returns them. */
export function ActionScreen({ first, scope }: Props) {
  const { action, work, changed } = useAction(first, scope);
  const [openStep, setOpenStep] = useState<StepName | null>(() => currentStep(first));
  const [contesting, setContesting] = useState(false);
  const [changing, setChanging] = useState(false);
  const change = useLoaded(loadChange, changing);
  const dialogs = useLoaded(loadDialogs, contesting);
  const { closed, unsent } = useSaving(work.saving);
  const show = (step: StepName | null) => setOpenStep(step);
  const moved = (next: CorrectiveAction) => {
    changed(next);
    setOpenStep(currentStep(next));
  };
  return (
    <div className="corrective-action">
      <Card>
        <Facts
          items={[
            ["Method", action.loop > 1 ? `${action.methodName}, attempt ${action.loop}` : action.methodName],
            ["Responsible", action.responsible?.name ?? `Anyone at ${action.supplier.name}`],
            ["Date of the event", <Time key="event" value={action.ncr.eventDate} />],
          ]}
        />
        {action.message && (
          <p className="action-message" dir="auto">
            {action.message}
          </p>
        )}
        {action.actions.change && (
          <Button size="sm" className="mt-2" icon="edit" onClick={() => setChanging(true)}>
            Change the request...
          </Button>
        )}
        {action.ncr.description && (
          <details className="action-description">
            <summary>The non-conformance</summary>
            <RichText html={action.ncr.description} />
          </details>
        )}
      </Card>
      {closed !== null && closed !== "" && unsent > 0 && (
        <div className="alert alert-warning" role="alert">
          {closed} What you typed is kept on this device.
        </div>
      )}
      <Contested action={action} onChanged={moved} />
      <Effectiveness action={action} onChanged={moved} />
      {action.actions.write && (
        <div className="action-bar">
          <SavingIndicator saving={work.saving} />
          {action.actions.contest && (
            <Button size="sm" variant="quiet" onClick={() => setContesting(true)}>
              Not our fault...
            </Button>
          )}
        </div>
      )}
      <ol className="step-list">
        {action.steps.map((step) => (
          <StepCard
            key={`${step.loop}.${step.step}`}
            step={step}
            action={action}
            work={work}
            isOpen={openStep === step.step}
            onToggle={() => show(openStep === step.step ? null : step.step)}
            onChanged={moved}
          />
        ))}
      </ol>
      <EarlierLoops action={action} />
      {change && changing && (
        <change.ChangeDialog action={action} onClose={() => setChanging(false)} onChanged={moved} />
      )}
      {dialogs && contesting && (
        <dialogs.ContestDialog action={action} onClose={() => setContesting(false)} onChanged={moved} />
      )}
    </div>
  );
}

/** The action with its fields. The page looks for changes of others, and takes them over. */
function useAction(first: CorrectiveAction, scope: string) {
  const [action, setAction] = useState(first);
  const [work] = useState(() => new ActionWork(first, scope));
  useEffect(() => work.start(), [work]);
  const changed = (next: CorrectiveAction) => {
    work.refresh(next);
    setAction(next);
  };
  const { data } = useQuery({
    queryKey: ["correctiveAction", first.id],
    queryFn: () => loadAction(first.id),
    initialData: first,
    refetchInterval: pollEvery,
    refetchOnReconnect: true,
  });
  const [seen, setSeen] = useState(first);
  if (data !== seen) {
    setSeen(data);
    if (data.updated > action.updated) setAction(data);
  }
  useEffect(() => {
    if (data !== first) work.refresh(data);
  }, [work, data, first]);
  return { action, work, changed };
}

/** Return the step to open: the first one that the viewer has something to do with. */
function currentStep({ steps, actions }: CorrectiveAction): StepName | null {
  const states = actions.write ? ["OPEN", "RETURNED"] : ["SENT"];
  const returned = steps.find(({ state }) => actions.write && state === "RETURNED");
  const first = returned ?? steps.find(({ state }) => states.includes(state));
  return first?.step ?? null;
}

/** The steps of earlier loops, which were not effective. */
function EarlierLoops({ action }: { action: CorrectiveAction }) {
  if (action.earlier.length === 0) return null;
  return (
    <details className="action-description">
      <summary>Earlier attempts</summary>
      <ul className="earlier-steps">
        {action.earlier.map(({ step, loop, name, decided, decidedBy }) => (
          <li key={`${loop}.${step}`}>
            Attempt {loop}, {step} {name}
            {decided && (
              <>
                : accepted <Time value={decided} />
                {decidedBy && ` by ${decidedBy.name}`}
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
