import { useRef, useState } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import type { FormFault } from "../../../../domain/forms/doc-forms";
import { walk } from "../../../../domain/questionnaire/rules/walk";
import { usePermission } from "../../../../lib/browser/page-context";
import { emit } from "../../../../lib/events";
import { toasts } from "../../../../lib/toasts";
import { Button } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { type PublishWarning, publishWarnings } from "../../checks/publish-warnings";
import { faultsOf, publishForm } from "../../form-calls";
import { PublishModal } from "../../publish-modal";
import { staleness } from "../calls";
import type { FormSession } from "../session";
import type { OpenForm } from "../types";
import "../../forms.scss";

/** Types of forms that are sent to suppliers, and the type of their message. */
const sendableTypes: Readonly<Partial<Record<string, "RFI" | "NDA">>> = {
  RFI: "RFI",
  GENERIC: "RFI",
  NDA: "NDA",
};

type ButtonProps = {
  session: FormSession;
  form: OpenForm;
  onFaults: (faults: readonly FormFault[]) => void;
  onGo: (fid: string) => void;
};

/**
 * Button that publishes a draft, and then sends the published form. Pending changes are saved first. The dialog shows
 * warnings; errors from the server are passed to `onFaults`.
 */
export function PublishButton({ session, form, onFaults, onGo }: ButtonProps) {
  const canSend = usePermission("SEND_RFX");
  const [isDialogOpen, setDialogOpen] = useState(false);
  const [warnings, setWarnings] = useState<readonly PublishWarning[]>([]);
  const afterClosing = useRef<(() => void) | null>(null);
  const openDialog = () => {
    setWarnings(publishWarnings(walk(session.content().doc).map(({ field }) => field)));
    setDialogOpen(true);
  };
  const publish = async () => {
    onFaults([]);
    const { saving } = session;
    if (!(await saving.flush())) {
      setDialogOpen(false);
      toasts.error("Couldn't save your last changes, so the form was not published.");
      return;
    }
    const { id, version } = saving.snapshot().form;
    try {
      saving.accept(await publishForm(id, version));
      toasts.success("Form published");
      emit("EVENT_LOG_CHANGED", {});
    } catch (error) {
      const faults = faultsOf(error);
      const stale = staleness(error);
      if (faults.length > 0) afterClosing.current = () => onFaults(faults);
      else if (stale) saving.startConflict(stale);
      else {
        toasts.error(errorText(error));
        // Another user changed the status, or the response of an earlier request was lost: reload the form.
        if (error instanceof ApiError && error.status === 409) await saving.reload().catch(() => {});
      }
    }
    setDialogOpen(false);
  };
  // On close the dialog returns the focus to this button, so move it to a field only after that.
  const moveOn = () => {
    const act = afterClosing.current;
    afterClosing.current = null;
    act?.();
  };
  const isDraft = form.status === "DRAFT";
  const messageType = sendableTypes[form.type];
  const isSendable = form.isInUse && !form.isArchived && messageType !== undefined && canSend;
  if (isDraft ? !form.canEdit : !isSendable) return null;
  return (
    <>
      {/* One button for both actions, so that the dialog can return the focus to it after publishing. */}
      <Button
        variant="primary"
        icon={isDraft ? "published" : "send"}
        onClick={() =>
          isDraft
            ? openDialog()
            : emit("OPEN_NEW_MESSAGE", {
                ...(messageType ? { type: messageType } : {}),
                docForm: { id: form.id, title: form.title },
              })
        }
        onFocus={moveOn}
      >
        {isDraft ? "Publish" : "Send to suppliers..."}
      </Button>
      <PublishModal
        form={form}
        show={isDialogOpen}
        warnings={warnings}
        renderWarning={({ fid, sentence }) => (
          <FaultLine
            fid={fid}
            sentence={sentence}
            onGo={() => {
              afterClosing.current = () => onGo(fid);
              setDialogOpen(false);
            }}
          />
        )}
        onPublish={publish}
        onClose={() => setDialogOpen(false)}
      />
    </>
  );
}

type ListProps = {
  faults: readonly FormFault[];
  onGo: (fid: string) => void;
  onClose: () => void;
};

/** Errors that block publishing, with links to their fields; screen readers announce the list when it appears. */
export function FaultList({ faults, onGo, onClose }: ListProps) {
  return (
    <section className="error-summary" aria-label="This form cannot be published yet" aria-live="assertive">
      <h2>This form cannot be published yet</h2>
      <ul>
        {faults.map(({ fid, sentence }) => (
          <li key={`${fid} ${sentence}`}>
            <FaultLine fid={fid} sentence={sentence} onGo={onGo} />
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={onClose}>
        <Icon name="close" /> Close the list
      </Button>
    </section>
  );
}

type LineProps = { fid: string | null; sentence: string; onGo: (fid: string) => void };

/** Error as text, or as a button that leads to its field. */
export function FaultLine({ fid, sentence, onGo }: LineProps) {
  if (!fid) return sentence;
  return (
    <button type="button" className="btn btn-link p-0 warning-link" onClick={() => onGo(fid)}>
      {sentence}
    </button>
  );
}
