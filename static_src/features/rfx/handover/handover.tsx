import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import type { OpenRfx } from "../detail/open-rfx";
import type { HandoverDialog, HandoverState } from "./types";
import "./handover.scss";

const loadModals = () => import("./handover-modals");
const loadNotice = () => import("./handover-notice");

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
  // Few RFxs are handed over, so the notice is no part of the page.
  const notices = useLoaded(loadNotice, Boolean(state?.latest));
  if (!state) return null;
  const { latest, mayHandOver } = state;
  const isContact = open.rfx.viewerRole !== "REQUESTER";
  const changed = (next: HandoverState) => {
    setDialog(null);
    if (onEnded && next.latest?.state === "DONE") onEnded(next.latest.name);
    else setState(next);
  };
  return (
    <>
      {latest && notices && <notices.HandoverNotice state={state} isContact={isContact} onAsk={setDialog} />}
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
