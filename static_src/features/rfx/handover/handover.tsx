import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import { Time } from "../../../ui/time";
import type { OpenRfx } from "../detail/open-rfx";
import { Notice } from "../detail/status-notice";
import type { HandoverDialog, HandoverState } from "./types";
import "./handover.scss";

const loadModals = () => import("./handover-modals");

type Props = {
  open: OpenRfx;
  /** Null for viewers who see no hand-over. */
  first: HandoverState | null;
  /** Called when the access of a guest has ended with the hand-over. */
  onEnded?: (name: string) => void;
};

/** 'Not the right person?' for the contact of the respondent, and the state of the latest hand-over for both parties. */
export function Handover({ open, first, onEnded }: Props) {
  const [state, setState] = useState(first);
  const [dialog, setDialog] = useState<HandoverDialog | null>(null);
  const modals = useLoaded(loadModals, dialog !== null);
  if (!state) return null;
  const { latest, mayHandOver, mayDecide, requesterName } = state;
  const isContact = open.rfx.viewerRole !== "REQUESTER";
  const changed = (next: HandoverState) => {
    setDialog(null);
    if (onEnded && next.latest?.state === "DONE") onEnded(next.latest.name);
    else setState(next);
  };
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
              <Button size="sm" variant="primary" onClick={() => setDialog("confirm")}>
                Confirm...
              </Button>
              <Button size="sm" onClick={() => setDialog("decline")}>
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
      {mayHandOver && (
        <p className="handover-link">
          <Button size="sm" variant="link" onClick={() => setDialog("handOver")}>
            Not the right person?
          </Button>
        </p>
      )}
      {dialog && modals && (
        <modals.HandoverModal
          open={open}
          state={state}
          dialog={dialog}
          onChanged={changed}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}
