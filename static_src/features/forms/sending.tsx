import { type ReactNode, useId, useState } from "react";
import { fieldErrors, isLost } from "../../api/errors";
import { Button } from "../../ui/button";
import { ErrorSummary } from "../../ui/field";
import { Modal } from "../../ui/modal";

export type Errors<F extends string> = Partial<Record<F, readonly string[]>>;

/** The state of a dialog that is sent: what is wrong, at which of its fields, and whether it is on its way. */
export interface Sending<F extends string> {
  /** What ties a field to its errors. */
  at: (field: F) => { id: string; error: readonly string[] | undefined };
  id: string;
  /** How often it was sent: from the first time on, what is wrong is shown. */
  attempts: number;
  busy: boolean;
  failure: string;
  summary: readonly { fieldId: string; message: string }[];
  /** Do `act` unless something is wrong already. It stays busy after success, since the dialog goes then. */
  send: (found: Errors<F>, act: () => Promise<void>) => Promise<void>;
}

/**
 * For a dialog with these fields, in their order. What the server refuses of others is shown at `rest`, where that is
 * given.
 */
export function useSending<F extends string>(order: readonly F[], rest?: F): Sending<F> {
  const id = useId();
  const [errors, setErrors] = useState<Errors<F>>({});
  const [attempts, setAttempts] = useState(0);
  const [failure, setFailure] = useState("");
  const [busy, setBusy] = useState(false);
  const show = (found: Errors<F>) => {
    setErrors(found);
    setAttempts((before) => before + 1);
  };
  return {
    id,
    attempts,
    busy,
    failure,
    at: (field) => ({ id: `${id}-${field}`, error: errors[field] }),
    summary: order.flatMap((field) =>
      (errors[field] ?? []).map((message) => ({ fieldId: `${id}-${field}`, message })),
    ),
    send: async (found, act) => {
      show(found);
      setFailure("");
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      try {
        await act();
      } catch (error) {
        show(placed(fieldErrors(error), order, rest));
        if (isLost(error)) setFailure(`${error.message} Please try again.`);
        setBusy(false);
      }
    },
  };
}

/** What the server refused, at the fields that there are. */
function placed<F extends string>(
  refused: Record<string, string[]>,
  order: readonly F[],
  rest: F | undefined,
): Errors<F> {
  const errors: Errors<F> = {};
  for (const [name, sentences] of Object.entries(refused)) {
    const at = order.find((field) => field === name.split(".")[0]) ?? rest;
    if (at) errors[at] = [...(errors[at] ?? []), ...sentences];
  }
  return errors;
}

type DialogProps = {
  title: string;
  sending: Pick<Sending<string>, "attempts" | "busy" | "failure" | "summary">;
  size?: "lg";
  saveLabel: string;
  busyText: string;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog that is sent as a whole: what is wrong stands at its top, and what was typed stays. */
export function SendDialog(props: DialogProps) {
  const { title, sending, size, saveLabel, busyText, onSubmit, onClose, children } = props;
  const { attempts, busy, failure, summary } = sending;
  return (
    <Modal
      show
      {...(size ? { size } : {})}
      title={title}
      onClose={onClose}
      busy={busy}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy} busyText={busyText}>
            {saveLabel}
          </Button>
        </>
      }
    >
      <ErrorSummary key={attempts} errors={summary} />
      {failure && (
        <div className="alert alert-danger" role="alert">
          {failure}
        </div>
      )}
      {children}
    </Modal>
  );
}
