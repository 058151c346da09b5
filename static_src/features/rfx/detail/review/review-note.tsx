import { answered } from "../../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import { acceptAnswers } from "../../../../domain/rfx/review-calls";
import { useSave } from "../../../../lib/state/use-save";
import { Button } from "../../../../ui/button";
import { FailureAlert } from "../../../../ui/failure-alert";
import { Icon } from "../../../../ui/icon";
import { Time } from "../../../../ui/time";
import type { Asked } from "../../tasks";
import type { OpenRfx } from "../open-rfx";
import { isTheirs, mayReview } from "./review-progress";
import "../notes.scss";
import "./review.scss";

type Props = { open: OpenRfx; placed: PlacedField; onAsk: (asked: Asked) => void };

/** The note under an answer, for the requester: the respondent, the time, and buttons to accept, follow up and see the history. */
export function ReviewNote({ open, placed, onAsk }: Props) {
  const { rfx, moved } = open;
  const { key, field } = placed;
  const value = rfx.latestValuesFvc.values[key];
  const name = <span className="visually-hidden">: {field.label}</span>;
  const isReviewable = isTheirs(field) && mayReview(rfx, key);
  const isAnswered = value && answered(field, value.value);
  const {
    save: accept,
    busy,
    failure,
  } = useSave({
    send: ({ iteration, accepted }: { iteration: number; accepted: boolean }) =>
      acceptAnswers(rfx.id, [{ field: key, iteration }], accepted),
    onSaved: moved,
  });
  return (
    <div className="review-note">
      <span className="review-note-who">
        {isAnswered ? (
          <>
            {value.by.name}, <Time value={value.updated} as="dateTime" />
          </>
        ) : (
          "Not answered"
        )}
        {isAnswered && value.accepted && (
          <span className="review-accepted">
            <Icon name="success" /> Accepted
          </span>
        )}
      </span>
      <span className="review-note-actions">
        {isAnswered && isReviewable && (
          <Button
            size="sm"
            variant="quiet"
            icon={value.accepted ? "restore" : "check"}
            busy={busy}
            {...(value.accepted
              ? { title: "Withdraw the acceptance" }
              : { title: "Accept this answer (A)", "aria-keyshortcuts": "A", "data-first-focus": "" })}
            onClick={() => accept({ iteration: value.iteration, accepted: !value.accepted })}
          >
            {value.accepted ? "Undo" : "Accept"}
            {name}
          </Button>
        )}
        {isReviewable && (
          <Button
            size="sm"
            variant="quiet"
            icon="follow-up"
            title="Ask about this answer (Q)"
            aria-keyshortcuts="Q"
            onClick={() => onAsk({ kind: "followUp", key })}
          >
            Follow-up...{name}
          </Button>
        )}
        {value && (
          <Button size="sm" variant="quiet" icon="history" onClick={() => onAsk({ kind: "history", key })}>
            History{name}
          </Button>
        )}
      </span>
      <FailureAlert error={failure} />
    </div>
  );
}
