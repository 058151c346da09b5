import { useSyncExternalStore } from "react";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
import { formatCount } from "../../../../lib/text/numbers";
import { Button } from "../../../../ui/button";
import type { Rfx } from "../../types";
import { type Answering, type Blocker, percentDone } from "./answering";
import "../../rfx.scss";

export function useBlockers(answering: Answering): readonly Blocker[] {
  return useSyncExternalStore(answering.subscribeBlockers, answering.blockers, answering.blockers);
}

type ReasonProps = {
  answering: Answering;
  id: string;
  /** Show the problems that prevent submission. */
  onExplain: () => void;
};

/** Button with the number of problems that prevent submission; it opens their list. */
export function SubmitReason({ answering, id, onExplain }: ReasonProps) {
  const count = useBlockers(answering).length;
  if (count === 0) return null;
  return (
    <button type="button" id={id} className="submit-reason" onClick={onExplain}>
      {formatCount(count, "answer")} needed
    </button>
  );
}

type Props = {
  rfx: Rfx;
  answering: Answering;
  busy: boolean;
  /** Id of the `SubmitReason` next to it. */
  reasonId: string;
  onSubmit: () => void;
};

/**
 * Submit Response with the progress (of the whole response for a viewer without fields to answer): primary at 100 %,
 * disabled while a problem prevents submission. `SubmitReason` explains the problems next to it, also to users of
 * screen readers, which may skip disabled buttons.
 */
export function SubmitButton({ rfx, answering, busy, reasonId, onSubmit }: Props) {
  const own = useAnswerSummary(answering.store);
  const percent = percentDone(rfx, own, rfx.latestValuesFvc.completion);
  const isBlocked = useBlockers(answering).length > 0;
  return (
    <Button
      variant={percent === 100 ? "primary" : "default"}
      disabled={isBlocked}
      busy={busy}
      busyText="Sending..."
      aria-describedby={isBlocked ? reasonId : undefined}
      onClick={onSubmit}
    >
      Submit Response <span className="submit-percent num">{percent}%</span>
    </Button>
  );
}
