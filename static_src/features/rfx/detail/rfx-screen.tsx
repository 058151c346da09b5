import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from "react";
import { focusAnswer, sectionId } from "../../../domain/questionnaire/field-ids";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useSaving } from "../saving/saving-indicator";
import { keyOfTask } from "../tasks";
import type { FollowUpTask } from "../types";
import { type Filter, FormCard } from "./answering/form-card";
import { EarlierAnswers } from "./answering/reuse";
import type { OpenRfx } from "./open-rfx";
import { FormsPanel } from "./side/forms-panel";
import { ResponsesPanel, TasksPanel } from "./side/side-panels";
import "./answering/form-card.scss";
import "../rfx.scss";

/** Time that a field stays highlighted, and delay before the task of the address is selected, ms. */
const highlightTime = 1000;
const taskDelay = 1000;

const loadSummary = () => import("./answering/blocker-summary");
const loadUnsentNotice = () => import("./answering/unsent-notice");

type Props = {
  open: OpenRfx;
  taskId: number | null;
  /** Number of requests for the list of problems; 0 hides it. */
  explaining: number;
  onExplained: () => void;
  /** Rendered at the end of the side panel: the submit button of guests. */
  sideAction?: ReactNode;
};

/** The RFI tab: the current form, and panels with the forms, the responses and the follow-up tasks. */
export function RfxForms({ open, taskId, explaining, onExplained, sideAction }: Props) {
  const { rfx, answering, faults } = open;
  const [current, setCurrent] = useState(0);
  const [filter, setFilter] = useState<Filter>("all");
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [target, setTarget] = useState<{ key: string } | null>(null);

  const summary = useLoaded(loadSummary, explaining > 0);
  const { closed, unsent } = useSaving(answering.saving);
  const unsentNotice = useLoaded(loadUnsentNotice, closed !== null && unsent > 0);

  const goToField = useCallback(
    (key: string) => {
      const field = answering.field(key);
      if (!field) return;
      setCurrent(field.formIndex);
      setTarget({ key });
    },
    [answering],
  );

  // The field exists only after its form has rendered. If the filter hides the field, the filter is reset.
  useEffect(() => {
    if (!target) return;
    if (focusAnswer(target.key)) setTarget(null);
    else if (filter !== "all") setFilter("all");
    else setTarget(null);
  }, [target, filter]);

  const showTask = useCallback(
    (task: FollowUpTask) => {
      const key = keyOfTask(task);
      const formIndex = key
        ? answering.field(key)?.formIndex
        : rfx.docForms.findIndex(({ id }) => id === task.docFormId);
      setFilter("all");
      setCurrent(Math.max(0, formIndex ?? 0));
      setHighlighted(key);
    },
    [answering, rfx.docForms],
  );
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), highlightTime);
    return () => clearTimeout(timer);
  }, [highlighted]);
  useTaskOfAddress(taskId, rfx.tasks, showTask);

  const goToSection = (sectionIndex: number) => {
    const heading = document.getElementById(sectionId(current, sectionIndex));
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  };

  return (
    <div className="with-sidebar rfx-columns">
      <div className="rfx-main">
        <EarlierAnswers reuse={rfx.reuse} answering={answering} />
        {unsentNotice && <unsentNotice.UnsentNotice open={open} />}
        {explaining > 0 && rfx.actions.submit && summary && (
          <summary.BlockerSummary
            key={explaining}
            answering={answering}
            faults={faults}
            onGo={goToField}
            onClose={onExplained}
          />
        )}
        <FormCard
          open={open}
          current={current}
          highlighted={highlighted}
          onForm={setCurrent}
          onGo={goToField}
          filter={filter}
          onFilter={setFilter}
        />
      </div>
      <div className="stack rfx-side">
        <FormsPanel
          rfx={rfx}
          answering={answering}
          current={current}
          onForm={setCurrent}
          onSection={goToSection}
        />
        {sideAction}
        <ResponsesPanel rfx={rfx} live={open.live} />
        <TasksPanel tasks={rfx.tasks} answering={answering} onTask={showTask} />
      </div>
    </div>
  );
}

/** Select the task of the address once, a moment after the page has loaded. */
function useTaskOfAddress(
  taskId: number | null,
  tasks: readonly FollowUpTask[],
  show: (task: FollowUpTask) => void,
): void {
  const showNow = useEffectEvent(show);
  const [task] = useState(() => tasks.find(({ id }) => id === taskId));
  useEffect(() => {
    if (!task) return;
    const timer = setTimeout(() => showNow(task), taskDelay);
    return () => clearTimeout(timer);
  }, [task]);
}
