import { useState } from "react";
import { answered } from "../../../../domain/questionnaire/rules/answers";
import type { PlacedField } from "../../../../domain/questionnaire/rules/walk";
import { Button } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { OfflineAlert, useOfflineError } from "../../../../ui/offline-alert";
import { Time } from "../../../../ui/time";
import type { Asked } from "../../tasks";
import type { OpenRfx } from "../open-rfx";
import { acceptAnswers } from "./review-calls";
import "../notes.scss";
import "./review.scss";

type Props = { open: OpenRfx; placed: PlacedField; onAsk: (asked: Asked) => void };

/** For the requester, under an answer: who gave it and when, and what can be said to it. */
export function ReviewNote({ open, placed, onAsk }: Props) {
  const { rfx, moved } = open;
  const { key, field } = placed;
  const value = rfx.latestValuesFvc.values[key];
  const name = <span className="visually-hidden">: {field.label}</span>;
  const theirs = field.writableBy !== "REQUESTER";
  const given = value && answered(field, value.value);
  const [busy, setBusy] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const accept = (accepted: boolean) => {
    if (!value) return;
    setBusy(true);
    setOfflineError(null);
    acceptAnswers(rfx.id, [{ field: key, iteration: value.iteration }], accepted)
      .then(moved, setOfflineError)
      .finally(() => setBusy(false));
  };
  return (
    <div className="review-note">
      <span className="review-note-who">
        {given ? (
          <>
            {value.by.name}, <Time value={value.updated} as="dateTime" />
          </>
        ) : (
          "Not answered"
        )}
        {given && value.accepted && (
          <span className="review-accepted">
            <Icon name="success" /> Accepted
          </span>
        )}
      </span>
      <span className="review-note-actions">
        {given && theirs && (
          <Button
            size="sm"
            variant="quiet"
            icon={value.accepted ? "restore" : "check"}
            busy={busy}
            onClick={() => accept(!value.accepted)}
          >
            {value.accepted ? "Take back" : "Accept"}
            {name}
          </Button>
        )}
        {theirs && (
          <Button size="sm" variant="quiet" icon="follow-up" onClick={() => onAsk({ kind: "query", key })}>
            Query...{name}
          </Button>
        )}
        {value && (
          <Button size="sm" variant="quiet" icon="history" onClick={() => onAsk({ kind: "history", key })}>
            History{name}
          </Button>
        )}
      </span>
      <OfflineAlert error={offlineError} />
    </div>
  );
}
