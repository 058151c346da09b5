import { DeadlineModal } from "../../domain/deadline-modal";
import { openStatuses } from "../../domain/rfx/rfx";
import { useLoaded } from "../../lib/browser/use-loaded";
import { formatCount } from "../../lib/text/numbers";
import { ConfirmModal } from "../../ui/confirm-modal";
import { changeDeadline } from "./assessment-calls";
import { closedMeanwhile, type OpenAssessment } from "./use-assessment";

const loadRepeat = () => import("../../domain/schedules/repeat-modal");

type Props = { open: OpenAssessment; show: boolean; onClose: () => void };

/**
 * Confirmation before closing. Closing fixes the score and closes all open surveys, and cannot be undone. If a
 * colleague has already closed the assessment, there is nothing to confirm.
 */
export function CloseModal({ open, show, onClose }: Props) {
  const unfinished = open.assessment.rfxs.filter(
    ({ status, ignored }) => !ignored && openStatuses.has(status),
  ).length;
  return (
    <ConfirmModal
      show={show && open.assessment.status !== "COMPLETED"}
      title="Close Assessment"
      confirmLabel="Yes, Close Assessment"
      busyLabel="Closing..."
      busyMessage="Closing, please wait..."
      onConfirm={async () => {
        await open.close();
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        The score of "{open.assessment.title}" is fixed as it is now and becomes the supplier's latest.
        {unfinished > 0 &&
          ` ${formatCount(unfinished, "survey is", "surveys are")} still open and will expire.`}{" "}
        A completed assessment can't be opened again. Are you sure?
      </p>
    </ConfirmModal>
  );
}

/** Dialog for a new deadline, or none, of the assessment and its surveys. All recipients are notified by mail. */
export function AssessmentDeadlineModal({ open, show, onClose }: Props) {
  const { assessment, changed } = open;
  return (
    <DeadlineModal
      show={show}
      of={`assessment.${assessment.id}`}
      deadline={assessment.deadline}
      hint="Optional. Applies to all surveys of this assessment. We'll e-mail all recipients."
      ended={closedMeanwhile(assessment)}
      onSave={async (deadline, basedOn) => {
        try {
          changed(await changeDeadline(assessment.id, deadline, basedOn));
        } catch (error) {
          open.refresh();
          throw error;
        }
      }}
      onClose={onClose}
    />
  );
}

export { SurveyRequestModal } from "./survey-request-modal";

/** Dialog that repeats the assessment with its surveys. */
export function RepeatAssessment({ open: { assessment }, show, onClose }: Props) {
  const repeat = useLoaded(loadRepeat, show);
  if (!repeat) return null;
  return (
    <repeat.RepeatModal
      show={show}
      round={{ assessmentId: assessment.id }}
      supplierId={assessment.relationship.withOrganisation.id}
      onClose={onClose}
    />
  );
}
