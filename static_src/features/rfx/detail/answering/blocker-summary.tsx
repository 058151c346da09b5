import { useEffect, useRef } from "react";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { answered } from "../../../../domain/questionnaire/rules/answers";
import { formatCount } from "../../../../lib/text/numbers";
import { IconButton } from "../../../../ui/button";
import { classNames } from "../../../../ui/class-names";
import type { Answering, Blocker } from "./answering";
import { useBlockers } from "./submit-button";
import "../notes.scss";

type Props = {
  answering: Answering;
  /** Errors of the submit response, by key. */
  faults: Readonly<Record<string, string[]>>;
  onGo: (key: string) => void;
  onClose: () => void;
};

const maxShown = 12;

/**
 * List the problems that prevent submission, with links to their fields: the answers to correct, and the questions that
 * are left. Resolved problems leave the list.
 */
export function BlockerSummary({ answering, faults, onGo, onClose }: Props) {
  const blockers = useBlockers(answering);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scroll to the start first, because focusing alone would show the middle of a long summary on a phone.
    root.current?.scrollIntoView({ block: "start" });
    root.current?.focus({ preventScroll: true });
  }, []);
  const blockedKeys = new Set(blockers.map(({ key }) => key));
  const serverBlockers = Object.entries(faults)
    .filter(([key]) => !blockedKeys.has(key))
    .map(([key, sentences]) => {
      const field = answering.field(key)?.field;
      const isMissing = field !== undefined && !answered(field, answering.store.get(key).value);
      return { key, label: field?.label ?? key, message: sentences[0] ?? "", isMissing };
    });
  const allBlockers: Blocker[] = [...blockers, ...serverBlockers];
  const wrong = allBlockers.filter(({ isMissing }) => !isMissing);
  const missing = allBlockers.filter(({ isMissing }) => isMissing);
  const titles = [
    wrong.length > 0 && `${formatCount(wrong.length, "answer")} to correct`,
    missing.length > 0 && `${formatCount(missing.length, "question")} left`,
  ].filter((title) => title !== false);
  const isResolved = allBlockers.length === 0;
  return (
    <section
      className={classNames("blocker-summary", isResolved && "resolved")}
      ref={root}
      tabIndex={-1}
      aria-label={isResolved ? resolvedText : titles.join(", ")}
    >
      <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
      {isResolved && <h2>{resolvedText}</h2>}
      {wrong.length > 0 && (
        <div className="error-summary">
          <h2>{titles[0]}</h2>
          <BlockerList blockers={wrong} onGo={onGo} />
        </div>
      )}
      {missing.length > 0 && (
        <div className="blockers-left">
          <h2>{titles.at(-1)}</h2>
          <BlockerList blockers={missing} onGo={onGo} />
        </div>
      )}
    </section>
  );
}

const resolvedText = "Nothing is left. You can submit now.";

function BlockerList({ blockers, onGo }: { blockers: readonly Blocker[]; onGo: Props["onGo"] }) {
  return (
    <>
      <ul>
        {blockers.slice(0, maxShown).map(({ key, label, message, isMissing }) => (
          <li key={key}>
            <a
              href={`#${fieldId(key)}`}
              onClick={(event) => {
                event.preventDefault();
                onGo(key);
              }}
            >
              {label}
            </a>
            {!isMissing && <>: {message}</>}
          </li>
        ))}
      </ul>
      {blockers.length > maxShown && (
        <p className="mb-0">And {blockers.length - maxShown} more after these.</p>
      )}
    </>
  );
}
