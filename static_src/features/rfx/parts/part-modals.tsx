import { AskModal, ChangeModal } from "./ask-modal";
import { DoneModal, ReturnModal, WithdrawModal } from "./end-modals";
import type { Part, PartDialog, PartModalProps } from "./parts";
import { isReviewer } from "./party";
import { AskReviewModal, ChangeReviewModal } from "./review-modals";

type Props = PartModalProps & { dialog: PartDialog; onReturned: (part: Part) => void };

/** The open dialog about parts. */
export function PartModal({ dialog, onReturned, ...rest }: Props) {
  const isReview = isReviewer(rest.open.rfx);
  if (dialog.kind === "ask") {
    return isReview ? <AskReviewModal {...rest} {...dialog} /> : <AskModal {...rest} {...dialog} />;
  }
  if (dialog.kind === "change") {
    return isReview ? (
      <ChangeReviewModal {...rest} part={dialog.part} />
    ) : (
      <ChangeModal {...rest} part={dialog.part} />
    );
  }
  if (dialog.kind === "withdraw") return <WithdrawModal {...rest} part={dialog.part} />;
  if (dialog.kind === "done") return <DoneModal {...rest} part={dialog.part} />;
  return <ReturnModal {...rest} part={dialog.part} onReturned={onReturned} />;
}
