import { useRef, useState } from "react";
import { ApiError, errorText } from "../../../../api/errors";
import type { FormFault } from "../../../../domain/forms/doc-forms";
import { emit } from "../../../../lib/events";
import { toasts } from "../../../../lib/toasts";
import { Button } from "../../../../ui/button";
import { Icon } from "../../../../ui/icon";
import { faultsOf, publishForm } from "../../form-calls";
import { PublishModal } from "../../publish-modal";
import { staleness } from "../calls";
import type { FormSession } from "../session";
import type { OpenForm } from "../types";

type ButtonProps = {
  session: FormSession;
  form: OpenForm;
  onFaults: (faults: readonly FormFault[]) => void;
};

/** Button that saves pending changes and publishes the form; errors from the server are passed to `onFaults`. */
export function PublishButton({ session, form, onFaults }: ButtonProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const pendingFaults = useRef<readonly FormFault[]>([]);
  const publish = async () => {
    onFaults([]);
    const { saving } = session;
    if (!(await saving.flush())) {
      setDialogOpen(false);
      toasts.error("The last changes are not saved yet, so the form was not published.");
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
      if (faults.length > 0) pendingFaults.current = faults;
      else if (stale) saving.startConflict(stale);
      else {
        toasts.error(errorText(error));
        // Another user changed the status, or the response of an earlier request was lost: reload the form.
        if (error instanceof ApiError && error.status === 409) await saving.reload().catch(() => {});
      }
    }
    setDialogOpen(false);
  };
  // On close the dialog returns the focus to this button, so move it to the first error only after that.
  const showFaults = () => {
    if (pendingFaults.current.length > 0) onFaults(pendingFaults.current);
    pendingFaults.current = [];
  };
  return (
    <>
      <Button variant="primary" icon="published" onClick={() => setDialogOpen(true)} onFocus={showFaults}>
        Publish
      </Button>
      <PublishModal
        form={form}
        show={isDialogOpen}
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
    <button type="button" className="btn btn-link p-0" onClick={() => onGo(fid)}>
      {sentence}
    </button>
  );
}
