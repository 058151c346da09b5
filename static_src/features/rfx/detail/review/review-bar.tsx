import { useEffect, useEffectEvent, useRef } from "react";
import { fieldId, sectionId } from "../../../../domain/questionnaire/field-ids";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import { acceptAnswers } from "../../../../domain/rfx/review-calls";
import { useSave } from "../../../../lib/state/use-save";
import { formatCount } from "../../../../lib/text/numbers";
import { toasts } from "../../../../lib/toasts";
import { Button } from "../../../../ui/button";
import { FailureAlert } from "../../../../ui/failure-alert";
import { Icon } from "../../../../ui/icon";
import type { OpenParts } from "../../parts/parts";
import { takesParts } from "../../parts/party";
import { WhatChanged } from "../../rounds/what-changed";
import type { OpenRfx } from "../open-rfx";
import { nextToReview, reviewProgress } from "./review-progress";
import "./review.scss";

type Props = {
  open: OpenRfx;
  /** Index of the current form. */
  current: number;
  /** The parts that colleagues review. */
  parts: OpenParts | null;
  /** Return the key of the field that was focused last. */
  lastKey: () => string | null;
  onGo: (key: string) => void;
};

/** Progress of the review over all forms, the way to the next answer, and the keys. */
export function ReviewBar({ open, current, parts, lastKey, onGo }: Props) {
  const { total, reviewed, pending } = reviewProgress(open);
  useReviewKeys(open, onGo);
  const goToNext = () => {
    const next = nextToReview(open, lastKey());
    if (next) onGo(next.key);
  };
  const isDone = total > 0 && pending.length === 0;
  return (
    <div className="review-bar">
      <svg className="review-meter" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className="review-meter-ground" width="100" height="6" />
        <rect
          className={isDone ? "review-meter-done" : "review-meter-value"}
          width={total && (reviewed * 100) / total}
          height="6"
        />
      </svg>
      <span className="num" role="status">
        {total === 0 ? "No answers to review yet" : `${reviewed} of ${total} reviewed`}
      </span>
      <span className="review-keys">
        <kbd>A</kbd> accept <kbd>Q</kbd> follow-up
      </span>
      <Button size="sm" icon="next-unanswered" onClick={goToNext} disabled={pending.length === 0}>
        Next to review
      </Button>
      {parts?.mayAssign && takesParts(open.rfx) && pending.length > 0 && (
        <Button size="sm" icon="invite" onClick={() => parts.ask({ kind: "ask", sectionId: "" })}>
          Ask for a review...
        </Button>
      )}
      <WhatChanged open={open} onGo={onGo} />
      {/* Questions above the first heading have no heading that could show this. */}
      <SectionReview open={open} section={sectionId(current, 0)} />
    </div>
  );
}

/**
 * Let the keys A and Q press the buttons that declare them, at the answer that has the focus, but never while typing.
 * After A the next answer to review gets the focus.
 */
function useReviewKeys(open: OpenRfx, onGo: (key: string) => void): void {
  const accepting = useRef<string | null>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, altKey, ctrlKey, metaKey, repeat } = event;
    if (altKey || ctrlKey || metaKey || repeat || !(target instanceof HTMLElement) || isTyping(target))
      return;
    const field = target.closest(".doc-field, .doc-inline");
    const key = event.key.toUpperCase();
    const button =
      key === "A" || key === "Q"
        ? field?.querySelector<HTMLButtonElement>(`.review-note [aria-keyshortcuts="${key}"]`)
        : null;
    if (!button) return;
    event.preventDefault();
    if (key === "A")
      accepting.current =
        open.answering.fields.find((placed) => fieldId(placed.key) === field?.id)?.key ?? null;
    button.click();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
  const { values } = open.rfx.latestValuesFvc;
  const focusNext = useEffectEvent((answers: typeof values) => {
    const key = accepting.current;
    if (key === null || !answers[key]?.accepted) return;
    accepting.current = null;
    const next = nextToReview(open, key);
    if (next) onGo(next.key);
  });
  useEffect(() => focusNext(values), [values]);
}

function isTyping(element: HTMLElement): boolean {
  return element.isContentEditable || element.closest("input, textarea, select, [role=dialog]") !== null;
}

/** Progress of one section, with a button that accepts its answers that are not reviewed. */
export function SectionReview({ open, section }: { open: OpenRfx; section: string }) {
  const { rfx, answering, moved } = open;
  const fields = answering.fields.filter(
    ({ formIndex, sectionIndex }) => sectionId(formIndex, sectionIndex) === section,
  );
  const { total, reviewed, pending } = reviewProgress(open, fields);
  const { save, busy, failure } = useSave({
    send: (answers: Answers) => acceptAnswers(rfx.id, answers, true),
    onSaved: (state, answers) => {
      moved(state);
      toasts.success(`${formatCount(answers.length, "answer")} accepted.`, {
        label: "Undo",
        run: () => {
          acceptAnswers(rfx.id, answers, false).then(moved, () => {});
        },
      });
    },
  });
  if (total === 0) return null;
  return (
    <span className="section-review">
      {pending.length === 0 ? (
        <span className="review-accepted">
          <Icon name="success" /> Section reviewed
        </span>
      ) : (
        <>
          <span className="num">
            {reviewed} of {total} reviewed
          </span>
          <Button
            size="sm"
            icon="check"
            busy={busy}
            title="Accept all answers of this section that are not reviewed yet"
            onClick={() => save(pending.map((placed) => readAnswer(rfx, placed)))}
          >
            Accept section
            <span className="visually-hidden">
              {fields[0]?.sectionTitle && `: ${fields[0].sectionTitle}`}
            </span>
          </Button>
        </>
      )}
      <FailureAlert error={failure} />
    </span>
  );
}

type Answers = Parameters<typeof acceptAnswers>[1];

/** Return the version of an answer that the reviewer has read: a newer one is not accepted. */
function readAnswer(rfx: OpenRfx["rfx"], { key }: PlacedField): Answers[number] {
  return { field: key, iteration: rfx.latestValuesFvc.values[key]?.iteration ?? 1 };
}
