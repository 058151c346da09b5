import { type Ref, useEffect, useState } from "react";
import { request } from "../../api/client";
import { DownloadButton } from "../../domain/download-button";
import { ncrTypes } from "../../domain/ncr/ncr";
import { EventDay, NcrStatusBadge, SeverityBadge } from "../../domain/ncr/ncr-table";
import { downloadNcr } from "../../domain/ncr/report-calls";
import { markSeen } from "../../domain/threads/mark-seen";
import { ThreadMessages } from "../../domain/threads/thread-messages";
import { useFocusBack } from "../../lib/browser/use-focus-back";
import { useLoaded } from "../../lib/browser/use-loaded";
import { emit } from "../../lib/events";
import { type Saving, useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import { AttachmentList } from "../../ui/attachment-list";
import { StatusBadge } from "../../ui/badge";
import { Button } from "../../ui/button";
import { Facts } from "../../ui/card";
import { Due } from "../../ui/due";
import { bringIntoSight, FailureAlert } from "../../ui/failure-alert";
import { Modal } from "../../ui/modal";
import { RichText } from "../../ui/rich-text";
import { deletedBy } from "./calls";
import { PartFacts, RecurrenceNote } from "./facts";
import { ProgressForm } from "./progress-form";
import type { Ncr } from "./types";
import "./ncr.scss";

const loadAsking = () => import("./ask-modal");

type Props = {
  show: boolean;
  ncr: Ncr;
  /** True if it was deleted while the viewer reads it. */
  isDeleted?: boolean;
  onClose: () => void;
  onEdit: () => void;
  onSaved: (ncr: Ncr) => void;
};

/** View mode (specification, section 2, Non-Conformances): the details, the files and the activity thread. */
export function ViewModal({ show, ncr, isDeleted = false, onClose, onEdit, onSaved }: Props) {
  const [updating, setUpdating] = useState(false);
  const deletion = useSave({
    send: (deleted: boolean) =>
      request("PUT", "/api/ncr/{ncr_id}/deleted", { path: { ncr_id: ncr.id }, body: { deleted } }),
    onSaved: (saved, deleted) => {
      if (deleted)
        toasts.success("Non-conformance deleted.", { label: "Undo", run: () => deletion.save(false) });
      else toasts.success("Non-conformance restored.");
      onSaved(saved);
    },
    // A colleague may have been first, so the page loads the current state.
    onError: () => emit("NON_CONFORMANCE_CHANGED", {}),
  });
  const download = useSave({
    progress: () => "Preparing PDF. Download will begin shortly...",
    send: () => downloadNcr(ncr.id),
  });
  const opener = useFocusBack(updating);
  const [asking, setAsking] = useState(false);
  const asked = useLoaded(loadAsking, asking);
  const { actions } = ncr;
  if (asking && asked) {
    return (
      <asked.AskModal
        show={show}
        ncr={ncr}
        onClose={() => setAsking(false)}
        onAsked={() => {
          setAsking(false);
          emit("NON_CONFORMANCE_CHANGED", {});
        }}
      />
    );
  }
  return (
    <Modal
      show={show}
      title={`Non-Conformance #${ncr.id}`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <DeleteButton ncr={ncr} deletion={deletion} />
          <Button
            icon="pdf"
            variant="quiet"
            onClick={() => download.save()}
            busy={download.busy}
            busyText="Preparing PDF..."
          >
            Download PDF
          </Button>
          {actions.edit && (
            <Button icon="edit" onClick={onEdit}>
              Edit Details...
            </Button>
          )}
          {actions.progress && !isDeleted && (
            <Button
              icon="reply"
              variant="primary"
              ref={opener}
              onClick={() => setUpdating(true)}
              disabled={updating}
            >
              Progress update...
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <FailureAlert error={deletion.failure || download.failure} />
      {isDeleted && !updating && <DeletedNote ncr={ncr} ref={bringIntoSight} />}
      <NcrDetails ncr={ncr} />
      <CorrectiveActionState ncr={ncr} onAsk={() => setAsking(true)} />
      <section className="ncr-section" aria-label="Activity">
        <h3>Activity</h3>
        {isDeleted && updating && <DeletedNote ncr={ncr} />}
        {updating && (
          <ProgressForm
            ncr={ncr}
            onCancel={() => setUpdating(false)}
            onSaved={(now) => {
              setUpdating(false);
              onSaved(now);
            }}
          />
        )}
        <Activity ncr={ncr} />
      </section>
    </Modal>
  );
}

/** Note about the deletion: at the top for readers, and above the form for a user who writes an update. */
function DeletedNote({ ncr, ref }: { ncr: Ncr; ref?: Ref<HTMLDivElement> }) {
  return (
    <div ref={ref} className="alert alert-warning" role="alert">
      {deletedBy(ncr)} You will find it here again if it is restored.
    </div>
  );
}

/** The corrective action with its state and the link to its page, or the button to ask for one. */
function CorrectiveActionState({ ncr, onAsk }: { ncr: Ncr; onAsk: () => void }) {
  const { correctiveAction, actions } = ncr;
  if (!correctiveAction && !actions.askCorrectiveAction) return null;
  return (
    <section className="ncr-section" aria-label="Corrective action">
      <h3>Corrective action</h3>
      {correctiveAction && (
        <div className="button-row">
          <StatusBadge info={correctiveAction.stateInfo} />
          <span>{correctiveAction.method}</span>
          {correctiveAction.responsible && <bdi>{correctiveAction.responsible}</bdi>}
          {correctiveAction.nextDue && <Due value={correctiveAction.nextDue} withWord />}
          <a href={correctiveAction.path}>Open the corrective action</a>
          <DownloadButton size="sm" icon="pdf" download={() => downloadNcr(ncr.id, "8d")}>
            8D report
          </DownloadButton>
        </div>
      )}
      {actions.askCorrectiveAction && (
        <Button icon="task" size="sm" onClick={onAsk}>
          Ask for corrective action...
        </Button>
      )}
    </section>
  );
}

/** The report. The server renders it too, into the page of one non-conformance. */
export function NcrDetails({ ncr }: { ncr: Ncr }) {
  const { supplierRelationship, createdBy, reportedByName, userTask, description } = ncr;
  const { withOrganisation } = supplierRelationship;
  const onBehalf = reportedByName && reportedByName !== createdBy.name ? reportedByName : null;
  return (
    <>
      <h3 className="ncr-title">{ncr.title}</h3>
      <RecurrenceNote ncr={ncr} />
      <div className="ncr-facts">
        <Facts
          stacked
          items={[
            ["Status", <NcrStatusBadge key="status" row={ncr} />],
            [
              "Supplier",
              <a key="supplier" href={`/organisations/${withOrganisation.id}`}>
                {withOrganisation.name}
              </a>,
            ],
            ["Date", <EventDay key="date" day={ncr.eventDate} />],
            ["Type", ncrTypes[ncr.type]],
            ["Severity", <SeverityBadge key="severity" severity={ncr.severity} />],
            ["Account", ncr.accountName],
            ["Ref", ncr.jobRef ?? "none"],
            ["Job title", ncr.jobTitle ?? "none"],
            [
              "Created by",
              onBehalf ? (
                <span key="by">{`${createdBy.name}, on behalf of ${onBehalf}`}</span>
              ) : (
                createdBy.name
              ),
            ],
            ["Assigned to", assignedTo(userTask)],
            ["Due", ncr.due ? <Due key="due" value={ncr.due} isDone={!userTask.isOpen} /> : "none"],
          ]}
        />
      </div>
      {description && (
        <section className="ncr-section" aria-label="Description">
          <h3>Description</h3>
          <RichText html={description} />
        </section>
      )}
      <PartFacts ncr={ncr} />
      {userTask.attachments.length > 0 && (
        <section className="ncr-section" aria-label="Files">
          <h3>Attachments</h3>
          <AttachmentList attachments={userTask.attachments} />
        </section>
      )}
    </>
  );
}

/** 'Sam Supplier at Calder', or 'Anyone at Calder'. */
export function assignedTo({ assignedToUser, assignedToOrganisation }: Ncr["userTask"]): string {
  return `${assignedToUser?.name ?? "Anyone"} at ${assignedToOrganisation.name}`;
}

function Activity({ ncr }: { ncr: Ncr }) {
  const { messages, id } = ncr.userTask.messageThread;
  const last = messages.at(-1)?.id;
  useEffect(() => {
    // The viewer has read the thread here.
    if (id !== null && last) markSeen(id);
  }, [id, last]);
  if (messages.length === 0) return <p className="text-secondary mb-0">No activity yet.</p>;
  return (
    <>
      <ThreadMessages messages={messages} olderCount={0} onOlder={() => {}} isLoadingOlder={false} />
      {id !== null && (
        <p className="mb-0 small-text">
          <a href={`/messages/t/${id}`}>View in Messages</a>
        </p>
      )}
    </>
  );
}

/** Hides the non-conformance, or restores it. Nothing is erased, so there is no confirmation. */
function DeleteButton({ ncr: { actions }, deletion }: { ncr: Ncr; deletion: Saving<boolean> }) {
  if (!actions.delete && !actions.restore) return null;
  return (
    <Button
      className="footer-start"
      variant="quiet"
      icon={actions.delete ? "delete" : "restore"}
      busy={deletion.busy}
      busyText={actions.delete ? "Deleting..." : "Restoring..."}
      onClick={() => deletion.save(actions.delete)}
    >
      {actions.delete ? "Delete" : "Restore"}
    </Button>
  );
}
