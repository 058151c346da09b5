import { Button } from "../../../ui/button";
import { Time } from "../../../ui/time";
import { Notice } from "../detail/status-notice";
import type { HandoverDialog, HandoverState } from "./types";
import "./handover.scss";

type Props = {
  state: HandoverState;
  /** The viewer is the contact of the respondent, not the requester. */
  isContact: boolean;
  onAsk: (dialog: HandoverDialog) => void;
};

/** The state of the latest hand-over, for both parties. */
export function HandoverNotice({ state, isContact, onAsk }: Props) {
  const { latest, mayHandOver, mayDecide, requesterName } = state;
  return (
    <>
      {latest?.state === "DONE" && !isContact && (
        <Notice icon="info" tone="wait">
          Handed over to <bdi>{latest.name}</bdi> on <Time value={latest.decided ?? latest.created} />.
        </Notice>
      )}
      {latest?.state === "PENDING" && (
        <Notice icon="pending" tone="wait">
          {isContact ? (
            <>
              Waiting for {requesterName} to confirm <bdi>{latest.name}</bdi> as the new contact. Until then
              you can go on answering.
            </>
          ) : (
            <>
              The contact asks to hand this over to <bdi>{latest.name}</bdi> ({latest.email}).
              {latest.note && (
                <>
                  {" "}
                  <q>{latest.note}</q>
                </>
              )}
            </>
          )}
          {mayDecide && (
            <span className="handover-buttons">
              <Button size="sm" variant="primary" onClick={() => onAsk("confirm")}>
                Confirm...
              </Button>
              <Button size="sm" onClick={() => onAsk("decline")}>
                Decline...
              </Button>
            </span>
          )}
        </Notice>
      )}
      {latest?.state === "DECLINED" && isContact && mayHandOver && (
        <Notice icon="info" tone="wait">
          {requesterName} has declined <bdi>{latest.name}</bdi> as the new contact. Reason:{" "}
          <q>{latest.reason}</q>
        </Notice>
      )}
    </>
  );
}
