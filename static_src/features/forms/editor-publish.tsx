import { useState } from "react";
import { errorText } from "../../api/errors";
import { emit } from "../../lib/events";
import { toasts } from "../../lib/toasts";
import { Button } from "../../ui/button";
import { ConfirmModal } from "../../ui/confirm-modal";
import { Icon } from "../../ui/icon";
import { faultsOf, publishForm, staleness } from "./editor-calls";
import type { FormSession } from "./editor-session";
import type { ServerFault } from "./editor-types";

type ButtonProps = {
  session: FormSession;
  onFaults: (faults: readonly ServerFault[]) => void;
};

/** Publishing: everything is saved first, then the server looks at it; what it finds is listed. */
export function PublishButton({ session, onFaults }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  const publish = async () => {
    onFaults([]);
    const { saving } = session;
    if (!(await saving.flush())) {
      setAsking(false);
      toasts.error("The last changes are not saved yet, so the form was not published.");
      return;
    }
    const { form } = saving.snapshot();
    try {
      saving.accept(await publishForm(form.id, form.version));
      toasts.success("Form published");
      emit("EVENT_LOG_CHANGED", {});
    } catch (error) {
      const faults = faultsOf(error);
      const stale = staleness(error);
      if (faults.length > 0) onFaults(faults);
      else if (stale) saving.meet(stale);
      else toasts.error(errorText(error));
    }
    setAsking(false);
  };
  return (
    <>
      <Button variant="primary" icon="published" onClick={() => setAsking(true)}>
        Publish
      </Button>
      <ConfirmModal
        show={asking}
        title="Publish this form?"
        confirmLabel="Publish"
        busyLabel="Publishing..."
        onConfirm={publish}
        onClose={() => setAsking(false)}
      >
        <p>
          From then on this revision is the one that is sent. RFxs that were sent before keep theirs. The
          names of its fields stay as they are for good.
        </p>
      </ConfirmModal>
    </>
  );
}

type ListProps = {
  faults: readonly ServerFault[];
  onGo: (fid: string) => void;
  onClose: () => void;
};

/** What must be mended before the form can be published, each a way to its field. */
export function FaultList({ faults, onGo, onClose }: ListProps) {
  return (
    <section
      className="error-summary"
      tabIndex={-1}
      ref={(element) => element?.focus()}
      aria-label="This form cannot be published yet"
    >
      <h2>This form cannot be published yet</h2>
      <ul>
        {faults.map(({ fid, sentence }) => (
          <li key={`${fid} ${sentence}`}>
            {fid ? (
              <button type="button" className="btn btn-link p-0" onClick={() => onGo(fid)}>
                {sentence}
              </button>
            ) : (
              sentence
            )}
          </li>
        ))}
      </ul>
      <Button size="sm" onClick={onClose}>
        <Icon name="close" /> Close the list
      </Button>
    </section>
  );
}
