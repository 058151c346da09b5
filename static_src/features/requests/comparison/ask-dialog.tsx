import { FollowUpModal } from "../../../domain/rfx/follow-up-modal";
import type { Comparison, OpenCell } from "./types";

type Props = { comparison: Comparison; cell: OpenCell; onSent: () => void; onClose: () => void };

/** The dialog that asks a supplier about the answer of a cell. */
export function AskDialog({ comparison, cell, onSent, onClose }: Props) {
  const supplier = comparison.suppliers.find(({ rfxId }) => rfxId === cell.rfxId);
  const question = comparison.questions.find(({ key }) => key === cell.key);
  if (!supplier || !question) return null;
  return (
    <FollowUpModal
      rfxId={cell.rfxId}
      fieldKey={cell.key}
      label={question.label}
      respondent={supplier.name}
      needsReopening={supplier.isGuest && supplier.status === "COMPLETED"}
      onSent={onSent}
      onClose={onClose}
    />
  );
}
