import { Fragment } from "react";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { formatCount } from "../../../../lib/text/numbers";
import { Button } from "../../../../ui/button";
import { classNames } from "../../../../ui/class-names";
import { Icon } from "../../../../ui/icon";
import { Modal } from "../../../../ui/modal";
import { ProgressRing } from "../../../../ui/progress-ring";
import type { ShownParts } from "../../parts/use-parts";
import type { OpenRfx } from "../open-rfx";
import { percentDone } from "./answering";
import { percentOf, type Section } from "./sections";
import { SubmitButton, useBlockers } from "./submit-button";
import "./phone-bars.scss";

type Props = {
  open: OpenRfx;
  /** The parts of the RFx, for viewers who see them. */
  parts: ShownParts | null;
  show: boolean;
  sections: readonly Section[];
  /** Index of the current section. */
  at: number;
  /** Key of the next field to answer or correct. */
  next: string | undefined;
  onClose: () => void;
  onSection: (section: Section) => void;
  onGo: (key: string) => void;
  onSubmit: () => void;
};

/** The list of sections over the foot of a phone's page, with the way to the next question and to the submission. */
export function SectionSheet(props: Props) {
  const { open, parts, show, sections, at, onClose, onSection } = props;
  const { rfx, answering } = open;
  const own = useAnswerSummary(answering.store);
  const { answered, total } = own.total > 0 ? own : rfx.latestValuesFvc.completion;
  const titled = new Set(sections.filter(({ index }) => index > 0).map(({ formIndex }) => formIndex));
  return (
    <Modal
      show={show}
      isSheet
      title={
        <>
          Sections
          <span className="sheet-count num">
            {answered} of {total} answered
          </span>
        </>
      }
      onClose={onClose}
      footer={<SheetActions {...props} />}
    >
      <ol className="sheet-list">
        {sections.map((section, index) => (
          <Fragment key={`${section.formIndex}-${section.index}`}>
            {rfx.docForms.length > 1 &&
              titled.has(section.formIndex) &&
              section.formIndex !== sections[index - 1]?.formIndex && (
                <li className="sheet-form">{rfx.docForms[section.formIndex]?.title}</li>
              )}
            <li>
              <button
                type="button"
                className={classNames("sheet-row", index === at && "active")}
                aria-current={index === at ? "true" : undefined}
                onClick={() => leave(onClose, () => onSection(section))}
              >
                <SectionMark section={section} />
                {!/^\d/.test(section.title) && <span className="sheet-number num">{index + 1}</span>}
                <span className="sheet-title">{section.title}</span>
                {parts?.view && (
                  <span className="d-flex align-items-center gap-2">
                    <parts.view.SectionFaces open={open} parts={parts} section={section} />
                  </span>
                )}
                <span className="sheet-progress num">{progressText(section)}</span>
              </button>
            </li>
          </Fragment>
        ))}
      </ol>
    </Modal>
  );
}

/** Close the sheet, then move on: closing returns the focus to the button that opened it. */
function leave(onClose: () => void, go: () => void): void {
  onClose();
  setTimeout(go);
}

const isDone = ({ answered, total, needed }: Section) => answered === total && needed === 0;

function SectionMark({ section }: { section: Section }) {
  if (isDone(section)) {
    return (
      <span className="doc-fold-mark">
        <Icon name="check" />
      </span>
    );
  }
  return (
    <span className="sheet-ring" aria-hidden="true">
      <ProgressRing percent={percentOf(section)} size={24} thickness={3.5} faulty />
    </span>
  );
}

function progressText(section: Section): string {
  const { answered, total, needed } = section;
  if (isDone(section)) return "Done";
  if (answered < total) return `${answered} of ${total}`;
  return total === 0 ? `${needed} needed` : `${needed} to correct`;
}

function SheetActions({ open, parts, next, onClose, onGo, onSubmit }: Props) {
  const { rfx, answering, submitting } = open;
  const blockers = useBlockers(answering);
  const own = useAnswerSummary(answering.store);
  const requester = rfx.relationship.organisation.safeName;
  const last = blockers.length === 1 ? blockers[0] : undefined;
  const effect = last && answering.signing.textFor(last.key);
  const isComplete = percentDone(rfx, own, rfx.latestValuesFvc.completion) === 100 && blockers.length === 0;
  const isToSign = blockers.some(
    ({ key, isMissing }) => isMissing && answering.field(key)?.field.type === "FORMSIGNATURE",
  );
  const go = (key: string) => leave(onClose, () => onGo(key));
  return (
    <>
      {next && !isComplete && !effect && (
        <Button variant="primary" icon="next-unanswered" onClick={() => go(next)}>
          Go to the next unanswered question
        </Button>
      )}
      {parts?.view && (
        <parts.view.AskButton rfx={rfx} parts={parts} beforeAsk={(ask) => leave(onClose, ask)} />
      )}
      {!rfx.actions.submit ? null : last && effect ? (
        <Button variant="primary" icon="sign" onClick={() => go(last.key)}>
          Sign and submit...
        </Button>
      ) : isToSign ? (
        <Button disabled aria-describedby="sheet-note">
          Sign and submit
        </Button>
      ) : (
        <SubmitButton
          rfx={rfx}
          answering={answering}
          busy={submitting}
          reasonId="sheet-note"
          onSubmit={() => leave(onClose, onSubmit)}
        />
      )}
      {rfx.actions.submit && (blockers.length > 0 || effect) && (
        <p id="sheet-note" className="sheet-note">
          {effect ??
            [
              `${formatCount(blockers.length, "answer is", "answers are")} still needed.`,
              isToSign && `Signing as the last answer sends your response to ${requester}.`,
            ]
              .filter(Boolean)
              .join(" ")}
        </p>
      )}
    </>
  );
}
