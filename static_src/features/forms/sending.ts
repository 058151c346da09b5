import { useId, useState } from "react";
import { ApiError, errorText } from "../../api/errors";
import { fieldErrors, textBesides } from "../../api/field-errors";

export type Errors<F extends string> = Partial<Record<F, readonly string[]>>;

/** The state of a dialog that is sent: what is wrong, at which of its fields, and whether it is on its way. */
export interface Sending<F extends string> {
  /** What ties a field to its errors. */
  at: (field: F) => { id: string; error: readonly string[] | undefined };
  id: string;
  /** What the dialog says of it: whether it is on its way, and what is wrong. */
  said: {
    /** How often it was sent: from the first time on, what is wrong is shown. */
    attempts: number;
    busy: boolean;
    failure: string;
    summary: readonly { fieldId: string; message: string }[];
  };
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
    at: (field) => ({ id: `${id}-${field}`, error: errors[field] }),
    said: {
      attempts,
      busy,
      failure,
      summary: order.flatMap((field) =>
        (errors[field] ?? []).map((message) => ({ fieldId: `${id}-${field}`, message })),
      ),
    },
    send: async (found, act) => {
      show(found);
      setFailure("");
      if (Object.keys(found).length > 0) return;
      setBusy(true);
      try {
        await act();
      } catch (error) {
        show(placed(fieldErrors(error), order, rest));
        if (!(error instanceof ApiError)) setFailure(errorText(error));
        else if (!(rest && error.hasFields)) setFailure(textBesides(error, order));
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
    const at = order.find((field) => field === name) ?? rest;
    if (at) errors[at] = [...(errors[at] ?? []), ...sentences];
  }
  return errors;
}
