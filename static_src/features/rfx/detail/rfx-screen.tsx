import { type ReactNode, useCallback, useEffect, useEffectEvent, useState } from "react";
import { fieldId, focusAnswer, partId, sectionId } from "../../../domain/questionnaire/field-ids";
import { SavingIndicator, useSaving } from "../../../domain/saving/saving-indicator";
import { LatePart } from "../../../lib/browser/late-part";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { loadCarried } from "../carried/load-carried";
import { isWaiting } from "../parts/parts";
import { loadView, type ShownParts } from "../parts/use-parts";
import { keyOfTask } from "../tasks";
import type { FollowUpTask } from "../types";
import type { LeftAnswers } from "../workbook/types";
import { takesAnswers } from "./answering/answering";
import { useFolds } from "./answering/folds";
import { type Filter, FormCard } from "./answering/form-card";
import type { Section } from "./answering/sections";
import type { OpenRfx } from "./open-rfx";
import { FormsPanel } from "./side/forms-panel";
import { loadSidePanels } from "./side/load-side-panels";
import { useFieldOfAddress } from "./use-field-of-address";
import "./answering/form-card.scss";
import "../rfx.scss";

/** Time that a field stays highlighted, and delay before the task of the address is selected, ms. */
const highlightTime = 1000;
const taskDelay = 1000;

const loadReturning = () => import("./answering/returning");
const loadSummary = () => import("./answering/blocker-summary");
const loadBars = () => import("./answering/phone-bars");
const loadUnsentNotice = () => import("./answering/unsent-notice");

type Props = {
  open: OpenRfx;
  taskId: number | null;
  /** Number of requests for the list of problems; 0 hides it. */
  explaining: number;
  onExplained: () => void;
  /** Ask for the confirmation of a submission. */
  onSubmit: () => void;
  /** Rendered at the end of the side panel: the submit button of guests. */
  sideAction?: ReactNode;
  /** The parts of the RFx, for viewers who see them. */
  parts?: ShownParts | null;
  /** True on the page of a person with a link to one part: the panels about the whole RFx are left out. */
  isPart?: boolean;
  /** Finish the part of that person; null once it is done. */
  onFinish?: (() => void) | null;
  /** The answers that a filled workbook left for the viewer; a new object shows them. */
  left?: LeftAnswers | null;
};

/** The RFI tab: the current form, and panels with the forms, the responses and the follow-up tasks. */
export function RfxForms({
  open,
  taskId,
  explaining,
  onExplained,
  onSubmit,
  sideAction,
  parts = null,
  isPart = false,
  onFinish,
  left = null,
}: Props) {
  const { rfx, answering, faults } = open;
  const partsView = parts?.view;
  const [current, setCurrent] = useState(() => initialForm(open, parts));
  const [filter, setFilter] = useState<Filter>(() => initialFilter(parts));
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [target, setTarget] = useState<{ key: string } | Section | null>(null);
  const { folded, unfold, foldAgain } = useFolds(open);
  const isAnswering = takesAnswers(rfx) || rfx.actions.submit;
  const isOnPhone = useMedia(phone);
  const bars = useLoaded(loadBars, isAnswering && isOnPhone);

  const summary = useLoaded(loadSummary, explaining > 0);
  const { closed, unsent } = useSaving(answering.saving);
  const unsentNotice = useLoaded(loadUnsentNotice, closed !== null && unsent > 0);

  const goToField = useCallback(
    (key: string) => {
      const field = answering.field(key);
      if (!field) return;
      setCurrent(field.formIndex);
      unfold([key]);
      setTarget({ key });
    },
    [answering, unfold],
  );
  const showLeft = useEffectEvent(({ keys }: LeftAnswers) => {
    const first = answering.fields.find(({ key }) => keys.has(key));
    if (!first) return;
    setFilter("left");
    goToField(first.key);
  });
  useEffect(() => {
    if (left) showLeft(left);
  }, [left]);
  const goToSection = (section: Section, isNamed = true) => {
    const keys = answering.fields.filter(
      ({ formIndex, sectionIndex }) => formIndex === section.formIndex && sectionIndex === section.index,
    );
    if (isOnPhone) foldAgain();
    // Stepping through the sections leaves a complete one folded.
    if (isNamed && section.answered === section.total) unfold(keys.map(({ key }) => key));
    setCurrent(section.formIndex);
    setTarget(section);
  };

  // The target exists only after its form has rendered. If the filter hides it, the filter is reset.
  useEffect(() => {
    if (!target) return;
    if ("key" in target ? focusAnswer(target.key) : focusSection(target)) setTarget(null);
    else if (filter !== "all") setFilter("all");
    else setTarget(null);
  }, [target, filter]);
  const returning = useLoaded(loadReturning, isAnswering);

  const showTask = useCallback(
    (task: FollowUpTask) => {
      const key = keyOfTask(task);
      const formIndex = key
        ? answering.field(key)?.formIndex
        : rfx.docForms.findIndex(({ id }) => id === task.docFormId);
      setFilter("all");
      setCurrent(Math.max(0, formIndex ?? 0));
      if (key) unfold([key]);
      setHighlighted(key);
    },
    [answering, rfx.docForms, unfold],
  );
  useEffect(() => {
    if (highlighted === null) return;
    const timer = setTimeout(() => setHighlighted(null), highlightTime);
    return () => clearTimeout(timer);
  }, [highlighted]);
  useTaskOfAddress(taskId, rfx.tasks, showTask);
  useFieldOfAddress(answering, (key) => {
    goToField(key);
    setHighlighted(key);
  });

  // The opened fold was focused; its first question takes the focus.
  const openFold = (keys: readonly string[]) => {
    unfold(keys);
    setTimeout(() => {
      const first = keys.map((key) => document.getElementById(fieldId(key))).find((field) => field !== null);
      if (!first) return;
      first.tabIndex = -1;
      first.focus({ preventScroll: true });
    });
  };

  return (
    <>
      {isAnswering && (
        <div className="answer-bars">
          {bars ? (
            <bars.PhoneBars
              open={open}
              parts={parts}
              current={current}
              onSection={goToSection}
              onGo={goToField}
              onSubmit={onSubmit}
              onFinish={onFinish}
            />
          ) : (
            isOnPhone &&
            takesAnswers(rfx) && (
              <div className="answer-waiting">
                <SavingIndicator saving={answering.saving} />
              </div>
            )
          )}
        </div>
      )}
      <div className="with-sidebar rfx-columns">
        <div className="rfx-main">
          {(rfx.carried || hasKeys(rfx.reuse)) && (
            <LatePart load={loadCarried}>
              {(part) => <part.EarlierBars open={open} goTo={goToField} />}
            </LatePart>
          )}
          {unsentNotice && <unsentNotice.UnsentNotice open={open} />}
          {returning && <returning.Returning open={open} goTo={goToField} />}
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
            parts={parts}
            onFilter={setFilter}
            left={left}
            folded={folded}
            onUnfold={openFold}
          />
        </div>
        <div className="stack rfx-side">
          <FormsPanel
            rfx={rfx}
            answering={answering}
            current={current}
            onForm={setCurrent}
            onSection={goToSection}
            sectionExtra={
              partsView
                ? (section) => <partsView.SectionPeople open={open} parts={parts} section={section} />
                : undefined
            }
          >
            {parts?.mayAssign && (
              <LatePart load={loadView} className="stack">
                {(view) => <view.AskButton rfx={rfx} parts={parts} />}
              </LatePart>
            )}
          </FormsPanel>
          {sideAction}
          {!isPart && (
            <LatePart load={loadSidePanels} className="stack">
              {(side) => (
                <>
                  <side.ResponsesPanel rfx={rfx} live={open.live} />
                  <side.TasksPanel tasks={rfx.tasks} answering={answering} onTask={showTask} />
                </>
              )}
            </LatePart>
          )}
        </div>
      </div>
    </>
  );
}

const hasKeys = (offers: object = {}) => Object.keys(offers).length > 0;

/** A colleague with a part that is not done starts with its questions. */
function initialFilter(parts: ShownParts | null): Filter {
  return parts?.parts.some((part) => part.isOwn && isWaiting(part)) ? "yours" : "all";
}

/** Return the index of the form with the first question of that part, else of the first form. */
function initialForm({ answering }: OpenRfx, parts: ShownParts | null): number {
  if (initialFilter(parts) === "all") return 0;
  return answering.fields.find(({ key }) => parts?.own.has(key))?.formIndex ?? 0;
}

/** Scroll to a section and focus its heading. Returns false if it is not on the page. */
function focusSection({ formIndex, index }: Section): boolean {
  const part = document.getElementById(partId(formIndex, index));
  const heading = document.getElementById(sectionId(formIndex, index));
  const place = heading?.offsetParent ? heading : part;
  place?.scrollIntoView({ block: "start" });
  place?.focus({ preventScroll: true });
  return place !== null;
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
