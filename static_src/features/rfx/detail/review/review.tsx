import { FollowUpModal } from "../../../../domain/rfx/follow-up-modal";
import type { Asked } from "../../tasks";
import type { OpenRfx } from "../open-rfx";
import { HistoryModal } from "./history-modal";
import { TaskModal } from "./task-modal";

export { ReviewBar, SectionReview } from "./review-bar";
export { ReviewNote } from "./review-note";

type Props = { open: OpenRfx; asked: Asked; onClose: () => void };

/** Dialog that the user opened for one answer: its history, a new follow-up, or an existing follow-up. */
export function AskedModal({ open, asked, onClose }: Props) {
  if (asked.kind === "task") {
    const task = open.rfx.tasks.find(({ id }) => id === asked.id);
    return task ? <TaskModal key={task.id} open={open} task={task} onClose={onClose} /> : null;
  }
  if (asked.kind === "history") return <HistoryModal open={open} fieldKey={asked.key} onClose={onClose} />;
  const { rfx, answering, moved } = open;
  const { withOrganisation } = rfx.relationship;
  return (
    <FollowUpModal
      rfxId={rfx.id}
      fieldKey={asked.key}
      label={answering.field(asked.key)?.field.label ?? asked.key}
      respondent={withOrganisation.safeName}
      needsReopening={withOrganisation.isGuest && rfx.status === "COMPLETED"}
      onSent={(tasks) => moved({ tasks })}
      onClose={onClose}
    />
  );
}
