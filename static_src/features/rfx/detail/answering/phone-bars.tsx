import { useCallback, useState, useSyncExternalStore } from "react";
import { partId } from "../../../../domain/questionnaire/field-ids";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { SavingIndicator } from "../../../../domain/saving/saving-indicator";
import { Button, IconButton } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { ProgressRing } from "../../../../ui/progress-ring";
import type { ShownParts } from "../../parts/use-parts";
import type { OpenRfx } from "../open-rfx";
import { percentDone, takesAnswers } from "./answering";
import { SectionSheet } from "./section-sheet";
import { percentOf, type Section, useSections } from "./sections";
import { useBlockers } from "./submit-button";
import "./phone-bars.scss";

type Props = {
  open: OpenRfx;
  /** The parts of the RFx, for viewers who see them. */
  parts: ShownParts | null;
  /** Index of the current form. */
  current: number;
  /** Go to a section: one that the user has chosen by name, or the neighbour of the current one. */
  onSection: (section: Section, isNamed: boolean) => void;
  /** Go to a field in any form. */
  onGo: (key: string) => void;
  onSubmit: () => void;
  /** Finish the part of this viewer; offered when nothing in it is left. */
  onFinish?: (() => void) | null | undefined;
};

/** The bars of a phone: the current section with its progress at the top, saving state and the way on at the bottom. */
export function PhoneBars({ open, parts, current, onSection, onGo, onSubmit, onFinish }: Props) {
  const { rfx, answering, submitting } = open;
  const sections = useSections(rfx, answering);
  const at = useSectionInView(sections, current);
  // The section at which the list was opened: the list takes the focus, so it must not be looked up again.
  const [listedAt, setListedAt] = useState<number | null>(null);
  const blockers = useBlockers(answering);
  const own = useAnswerSummary(answering.store);
  const section = sections[at];
  if (!section) return null;
  const percent = percentDone(rfx, own, rfx.latestValuesFvc.completion);
  const next = nextKey(open, section);
  const isLast = at === sections.length - 1;
  const canSubmit = rfx.actions.submit && blockers.length === 0;
  const goTo = (index: number) => {
    const target = sections[index];
    if (target) onSection(target, false);
  };
  return (
    <>
      <div className="answer-top">
        <button
          type="button"
          className="answer-section"
          aria-haspopup="dialog"
          onClick={() => setListedAt(at)}
        >
          <Icon name="show-list" size="lg" />
          <span className="answer-section-text">
            <span className="answer-position num">
              {sections.length > 1 ? `Section ${at + 1} of ${sections.length}` : "Questions"}
            </span>
            <span className="answer-title">
              <span>{section.title}</span>
              <Icon name="down" />
            </span>
          </span>
        </button>
        {section.total > 0 && (
          <span className="answer-count num">
            <span>
              {section.answered} of {section.total}
              <span className="visually-hidden"> answered</span>
            </span>
            <span aria-hidden="true">
              <ProgressRing percent={percentOf(section)} size={26} thickness={3.5} />
            </span>
          </span>
        )}
        <div
          className="answer-line"
          role="progressbar"
          aria-label="Whole response"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${percent}%` }} />
        </div>
      </div>
      <div className="answer-bottom">
        <IconButton
          icon="left"
          variant="default"
          label="Previous section"
          disabled={at === 0}
          onClick={() => goTo(at - 1)}
        />
        <span className="answer-state">
          {takesAnswers(rfx) && <SavingIndicator saving={answering.saving} />}
          <span className="answer-needed num">{neededText(section.needed, blockers.length)}</span>
        </span>
        {canSubmit && (isLast || percent === 100) ? (
          <Button
            variant={percent === 100 ? "primary" : "default"}
            busy={submitting}
            busyText="Sending..."
            onClick={onSubmit}
          >
            Submit<span className="visually-hidden"> the response</span>
          </Button>
        ) : isLast && !next && onFinish ? (
          <Button variant="primary" onClick={onFinish}>
            Done<span className="visually-hidden"> with my part</span>
          </Button>
        ) : isLast ? (
          next && (
            <Button variant="primary" onClick={() => onGo(next)}>
              Next question
            </Button>
          )
        ) : (
          <Button variant="primary" onClick={() => goTo(at + 1)}>
            <span>
              Next<span className="answer-wide"> section</span>
            </span>
            <Icon name="right" />
          </Button>
        )}
      </div>
      <SectionSheet
        open={open}
        parts={parts}
        show={listedAt !== null}
        sections={sections}
        at={listedAt ?? at}
        next={next}
        onClose={() => setListedAt(null)}
        onSection={(section) => onSection(section, true)}
        onGo={onGo}
        onSubmit={onSubmit}
      />
    </>
  );
}

/** Return the number of answers needed in this section or, without any, in the others. */
function neededText(here: number, everywhere: number): string {
  if (here > 0) return `${here} needed here`;
  return everywhere > 0 ? `${everywhere} needed elsewhere` : "";
}

/** Return the key of the next unanswered field from this section on or, if all are answered, of the next to correct. */
function nextKey({ answering }: OpenRfx, { formIndex, index }: Section): string | undefined {
  const { fields, store } = answering;
  const start = fields.findIndex((field) => field.formIndex === formIndex && field.sectionIndex === index);
  return store.nextUnanswered(fields[start - 1]?.key ?? null) ?? answering.blockers()[0]?.key;
}

/** Distance of the line from the top of the window, px: a section that has passed it is the current one. */
const readingLine = 110;

/**
 * Return the index of the section that the user is in: that of the focused element while it is in view, else the one
 * below the top bar. It follows the scrolling.
 */
function useSectionInView(sections: readonly Section[], formIndex: number): number {
  const find = useCallback(() => {
    const focused = document.activeElement;
    const focusedPart = focused?.closest(".doc-part");
    const top = focused?.getBoundingClientRect().top ?? 0;
    const isInView = focusedPart && top >= 0 && top < window.innerHeight;
    const byFocus = sections.findIndex(
      (section) => isInView && partId(section.formIndex, section.index) === focusedPart.id,
    );
    if (byFocus >= 0) return byFocus;
    const first = sections.findIndex((section) => section.formIndex === formIndex);
    let current = Math.max(0, first);
    for (const [at, section] of sections.entries()) {
      if (section.formIndex !== formIndex) continue;
      const part = document.getElementById(partId(formIndex, section.index));
      // Without a height it is not shown: another tab of the page is open.
      const box = part?.getBoundingClientRect();
      if (box && box.height > 0 && box.top <= readingLine) current = at;
    }
    return current;
  }, [sections, formIndex]);
  return useSyncExternalStore(subscribeToScrolling, find);
}

function subscribeToScrolling(onChange: () => void): () => void {
  const options = { passive: true } as const;
  window.addEventListener("scroll", onChange, options);
  window.addEventListener("resize", onChange, options);
  document.addEventListener("focusin", onChange);
  return () => {
    document.removeEventListener("focusin", onChange);
    window.removeEventListener("scroll", onChange);
    window.removeEventListener("resize", onChange);
  };
}
