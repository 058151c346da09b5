import { useEffect, useRef } from "react";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { IconButton } from "../../../../ui/button";
import { classNames } from "../../../../ui/class-names";
import type { Answering } from "./answering";
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

/** List the problems that prevent submission, with links to their fields. Resolved problems leave the list. */
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
    .map(([key, sentences]) => ({
      key,
      label: answering.field(key)?.field.label ?? key,
      message: sentences[0] ?? "",
    }));
  const allBlockers = [...blockers, ...serverBlockers];
  const isResolved = allBlockers.length === 0;
  const title = isResolved
    ? "Nothing stands in the way any more."
    : allBlockers.length === 1
      ? "1 answer is needed before submitting"
      : `${allBlockers.length} answers are needed before submitting`;
  return (
    <section
      className={classNames("error-summary blocker-summary", isResolved && "mended")}
      ref={root}
      tabIndex={-1}
      aria-label={title}
    >
      <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
      <h2>{title}</h2>
      {!isResolved && (
        <>
          <ul>
            {allBlockers.slice(0, maxShown).map(({ key, label, message }) => (
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
                : {message}
              </li>
            ))}
          </ul>
          {allBlockers.length > maxShown && (
            <p className="mb-0">And {allBlockers.length - maxShown} more after these.</p>
          )}
        </>
      )}
    </section>
  );
}
