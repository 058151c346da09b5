import type { ReactNode } from "react";
import type { AnswerSummary } from "../../../../domain/questionnaire/answer-store";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { formatCount } from "../../../../lib/text/numbers";
import { classNames } from "../../../../ui/class-names";
import { Icon } from "../../../../ui/icon";
import { ProgressRing } from "../../../../ui/progress-ring";
import type { FormCompletion, Rfx } from "../../types";
import type { Answering } from "../answering/answering";
import { type Section, useSections } from "../answering/sections";
import { useBlockers } from "../answering/submit-button";
import "../../rfx.scss";
import "./side-panels.scss";

type Props = {
  rfx: Rfx;
  answering: Answering;
  /** Index of the current form. */
  current: number;
  onForm: (index: number) => void;
  onSection: (section: Section) => void;
  /** Rendered next to each section: the people who answer it. */
  sectionExtra?: ((section: Section) => ReactNode) | undefined;
  /** Rendered below the forms. */
  children?: ReactNode;
};

/** The forms of an RFx with their progress, and the sections of the current form. */
export function FormsPanel({ rfx, answering, current, onForm, onSection, sectionExtra, children }: Props) {
  const summary = useAnswerSummary(answering.store);
  const blockers = useBlockers(answering);
  const sections = useSections(rfx, answering).filter(
    ({ formIndex, index }) => formIndex === current && index > 0,
  );
  return (
    <nav className="card forms-panel" aria-label="Forms">
      <ul>
        {rfx.docForms.map((form, index) => {
          const progress = progressOf(rfx, summary, index);
          // A missing signature or a conflict prevents submission just as a wrong answer does.
          const blocked = blockers.filter(({ key }) => answering.field(key)?.formIndex === index);
          const wrong = blocked.filter(({ isMissing }) => !isMissing).length;
          // Guests see no warning before they have answered anything.
          const open =
            rfx.viewerRole === "GUEST" || rfx.viewerRole === "DELEGATE"
              ? wrong
              : blocked.length || progress.faultCount;
          const faults = isSubmitted(rfx) ? 0 : open;
          const active = index === current;
          return (
            <li key={form.id}>
              <button
                type="button"
                className={classNames("form-pick", active && "active")}
                aria-current={active ? "true" : undefined}
                onClick={() => onForm(index)}
              >
                <ProgressRing percent={progress.percent} size={45} thickness={6} faulty={faults > 0} />
                <span className="form-pick-text">
                  <span className="form-pick-title">{form.title}</span>
                  <span className="form-pick-count num">{countText(progress, faults)}</span>
                </span>
                {faults > 0 && <Icon name="warning" label="Not valid yet" className="form-invalid" />}
              </button>
              {active && <Sections sections={sections} onSection={onSection} sectionExtra={sectionExtra} />}
            </li>
          );
        })}
      </ul>
      {children}
    </nav>
  );
}

/** After the submission the response is complete, and fields of the requester no longer matter. */
const isSubmitted = ({ status }: Rfx) => status === "COMPLETED";

/**
 * Return the progress of a form: of the viewer's own fields while typing; of the respondent for viewers who read, or
 * who sign what colleagues write.
 */
function progressOf(rfx: Rfx, summary: AnswerSummary, index: number): FormCompletion {
  const own = summary.forms[index];
  if (own && own.total > 0 && rfx.actions.answer && !isSubmitted(rfx)) {
    return { ...own, valid: own.isValid, faultCount: own.isValid ? 0 : 1 };
  }
  const { completion } = rfx.latestValuesFvc;
  const id = rfx.docForms[index]?.id;
  return completion.byForm[String(id)] ?? { percent: 100, answered: 0, total: 0, valid: true, faultCount: 0 };
}

/** Return the progress as text. In a completely answered form, `faults` counts the answers to correct. */
function countText({ percent, answered: done, total }: FormCompletion, faults: number): string {
  if (total === 0) return "Nothing to answer";
  if (percent === 100 && faults > 0) return `${formatCount(faults, "answer")} to correct`;
  if (percent === 100) return "Complete";
  return done === 0 ? "Not started" : `${done} of ${total} answered`;
}

type SectionsProps = {
  sections: readonly Section[];
  onSection: (section: Section) => void;
  sectionExtra: Props["sectionExtra"];
};

function Sections({ sections, onSection, sectionExtra }: SectionsProps) {
  if (sections.length < 2) return null;
  return (
    <ol className="section-list">
      {sections.map((section) => (
        <li key={section.index} className={sectionExtra && "section-row"}>
          <button type="button" onClick={() => onSection(section)}>
            <span className="section-title">{section.title}</span>
            {section.total > 0 && (
              <span className="section-count num">
                {section.answered === section.total ? (
                  <Icon name="check" label="Complete" />
                ) : (
                  `${section.answered}/${section.total}`
                )}
              </span>
            )}
          </button>
          {sectionExtra?.(section)}
        </li>
      ))}
    </ol>
  );
}
