import { useEffect, useRef } from "react";
import { errorText } from "../../../../api/errors";
import { valueParts } from "../../../../domain/questionnaire/rules/value-text";
import { useSaving } from "../../../../domain/saving/saving-indicator";
import { toasts } from "../../../../lib/toasts";
import { Button } from "../../../../ui/button";
import { Parts } from "../../../../ui/parts";
import type { OpenRfx } from "../open-rfx";
import { currentValues } from "./answering";
import "../notes.scss";

/**
 * Notice with the answers typed on this device that the RFx no longer accepts. They are discarded only if the user
 * asks for it.
 */
export function UnsentNotice({ open }: { open: OpenRfx }) {
  const { answering, rfx, reload } = open;
  const { closed, unsent } = useSaving(answering.saving);
  const notice = useRef<HTMLElement>(null);
  const isShown = closed !== null && unsent > 0;
  // A user who types further down the page would not see the notice.
  useEffect(() => {
    if (isShown && notice.current && notice.current.getBoundingClientRect().top < 0) {
      toasts.error(`${closed} Your unsent answers are kept and listed above the questions.`);
    }
  }, [isShown, closed]);
  if (closed === null || unsent === 0) return null;
  const answers = answering.saving.mine();
  return (
    <section ref={notice} className="alert alert-warning unsent-notice" aria-label="Answers not sent">
      <p>
        <strong>
          {unsent === 1 ? "1 answer typed here was not sent." : `${unsent} answers typed here were not sent.`}
        </strong>{" "}
        {closed}{" "}
        {unsent === 1
          ? "It is kept on this device and is sent if the RFx can be answered again."
          : "They are kept on this device and are sent if the RFx can be answered again."}
      </p>
      <ul>
        {answers.map(({ key, value }) => {
          const field = answering.field(key)?.field;
          return (
            <li key={key}>
              <bdi>{field?.label ?? key}</bdi>:{" "}
              {field && value !== null ? <Parts parts={valueParts(field, value)} /> : "cleared"}
            </li>
          );
        })}
      </ul>
      <div className="button-row">
        <Button
          size="sm"
          onClick={() => reload({ resume: true }).catch((error) => toasts.error(errorText(error)))}
        >
          Try again
        </Button>
        <Button size="sm" onClick={() => answering.saving.discardAll(currentValues(rfx))}>
          Discard these answers
        </Button>
      </div>
    </section>
  );
}
