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

/** Publishing: everything is saved first, then the server looks at it; what it finds is listed. */
export function PublishButton({ session, form, onFaults }: ButtonProps) {
  const [asking, setAsking] = useState(false);
  const found = useRef<readonly FormFault[]>([]);
  const publish = async () => {
    onFaults([]);
    const { saving } = session;
    if (!(await saving.flush())) {
      setAsking(false);
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
      if (faults.length > 0) found.current = faults;
      else if (stale) saving.meet(stale);
      else {
        toasts.error(errorText(error));
        // A colleague has moved it, or it was done here and the answer was lost.
        if (error instanceof ApiError && error.status === 409) await saving.lookAgain().catch(() => {});
      }
    }
    setAsking(false);
  };
  // The dialog gives the focus back to the button as it closes; only then can it go on to what is to be mended.
  const showFaults = () => {
    if (found.current.length > 0) onFaults(found.current);
    found.current = [];
  };
  return (
    <>
      <Button variant="primary" icon="published" onClick={() => setAsking(true)} onFocus={showFaults}>
        Publish
      </Button>
      <PublishModal form={form} show={asking} onPublish={publish} onClose={() => setAsking(false)} />
    </>
  );
}

type ListProps = {
  faults: readonly FormFault[];
  onGo: (fid: string) => void;
  onClose: () => void;
};

/** What must be mended before the form can be published, each a way to its field; read out when it appears. */
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

/** One fault: where it is of a field, a button that leads there. */
export function FaultLine({ fid, sentence, onGo }: LineProps) {
  if (!fid) return sentence;
  return (
    <button type="button" className="btn btn-link p-0" onClick={() => onGo(fid)}>
      {sentence}
    </button>
  );
}
