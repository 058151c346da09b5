import { useSyncExternalStore } from "react";
import { useAnswerSummary } from "../../../../domain/questionnaire/use-answer";
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
  /** Show what stands in the way. */
  onExplain: () => void;
};

/** How many answers stand in the way of submitting; leads to them. */
export function SubmitReason({ answering, id, onExplain }: ReasonProps) {
  const count = useBlockers(answering).length;
  if (count === 0) return null;
  return (
    <button type="button" id={id} className="submit-reason" onClick={onExplain}>
      {count === 1 ? "1 answer needed" : `${count} answers needed`}
    </button>
  );
}

type Props = {
  rfx: Rfx;
  answering: Answering;
  busy: boolean;
  /** The id of the SubmitReason beside it. */
  reasonId: string;
  onSubmit: () => void;
};

/**
 * Submit Response with how much is done, by the respondent as a whole for who answers nothing of it: primary at 100 %,
 * disabled while something stands in the way; what that is can be asked for beside it, also by those who never see a
 * disabled button.
 */
export function SubmitButton({ rfx, answering, busy, reasonId, onSubmit }: Props) {
  const own = useAnswerSummary(answering.store);
  const percent = percentDone(rfx, own, rfx.latestValuesFvc.completion);
  const blocked = useBlockers(answering).length > 0;
  return (
    <Button
      variant={percent === 100 ? "primary" : "default"}
      disabled={blocked}
      busy={busy}
      busyText="Sending..."
      aria-describedby={blocked ? reasonId : undefined}
      onClick={onSubmit}
    >
      Submit Response <span className="submit-percent num">{percent}%</span>
    </Button>
  );
}
