import { useDates } from "../../../../lib/text/dates";
import { Badge } from "../../../../ui/badge";
import { Modal } from "../../../../ui/modal";
import { FormStatus } from "../../form-status";
import type { OpenForm } from "../types";
import "../side.scss";

/** List of the revisions of a form with links, newest first. */
export function HistoryModal({
  form,
  show,
  onClose,
}: {
  form: OpenForm;
  show: boolean;
  onClose: () => void;
}) {
  const dates = useDates();
  return (
    <Modal show={show} title="Revisions" onClose={onClose}>
      <ol className="form-revisions">
        {form.revisions.map(({ id, revision, status, isInUse, updated, savedBy }) => (
          <li key={id}>
            <div>
              {id === form.id ? (
                <strong aria-current="true">Revision {revision + 1}</strong>
              ) : (
                <a href={`/forms/${id}`}>Revision {revision + 1}</a>
              )}{" "}
              <FormStatus status={status} />
              {isInUse && <Badge tone="info">In use</Badge>}
              {id === form.id && <span className="text-secondary small-text"> shown now</span>}
            </div>
            <div className="text-secondary small-text">
              {dates.dateTime(updated)}
              {savedBy && `, ${savedBy.name}`}
            </div>
          </li>
        ))}
      </ol>
    </Modal>
  );
}
