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

const mostShown = 12;

/** List the problems that prevent submission, with links to their fields. Resolved problems leave the list. */
export function BlockerSummary({ answering, faults, onGo, onClose }: Props) {
  const blockers = useBlockers(answering);
  const root = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scroll to the start first, because focusing alone would show the middle of a long summary on a phone.
    root.current?.scrollIntoView({ block: "start" });
    root.current?.focus({ preventScroll: true });
  }, []);
  const known = new Set(blockers.map(({ key }) => key));
  const more = Object.entries(faults)
    .filter(([key]) => !known.has(key))
    .map(([key, sentences]) => ({
      key,
      label: answering.field(key)?.field.label ?? key,
      message: sentences[0] ?? "",
    }));
  const all = [...blockers, ...more];
  const isMended = all.length === 0;
  const title = isMended
    ? "Nothing stands in the way any more."
    : all.length === 1
      ? "1 answer is needed before submitting"
      : `${all.length} answers are needed before submitting`;
  return (
    <section
      className={classNames("error-summary blocker-summary", isMended && "mended")}
      ref={root}
      tabIndex={-1}
      aria-label={title}
    >
      <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
      <h2>{title}</h2>
      {!isMended && (
        <>
          <ul>
            {all.slice(0, mostShown).map(({ key, label, message }) => (
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
          {all.length > mostShown && <p className="mb-0">And {all.length - mostShown} more after these.</p>}
        </>
      )}
    </section>
  );
}
