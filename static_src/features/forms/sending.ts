import { useId, useState } from "react";
import { ApiError, errorText } from "../../api/errors";
import { fieldErrors, textBesides } from "../../api/field-errors";
import { useSave } from "../../lib/state/use-save";

export type Errors<F extends string> = Partial<Record<F, readonly string[]>>;

/** The state of a dialog with a form: the errors of its fields, and the state of the request. */
export interface Sending<F extends string> {
  /** Return the id and the errors of a field, as props of `Field`. */
  at: (field: F) => { id: string; error: readonly string[] | undefined };
  id: string;
  /** The props of the `FormModal`. */
  said: {
    /** The number of attempts; after the first one, errors are shown. */
    attempts: number;
    busy: boolean;
    failure: string;
    summary: readonly { fieldId: string; message: string }[];
  };
  /** Run `act` if there are no errors. The dialog stays busy after success, because it closes then. */
  send: (problems: Errors<F>, act: () => Promise<void>) => Promise<void>;
}

/**
 * State for a dialog with the fields of `order`. The server's errors of other fields are shown at `rest`, if it is
 * passed, or else as the failure.
 */
export function useSending<F extends string>(order: readonly F[], rest?: F): Sending<F> {
  const id = useId();
  const [errors, setErrors] = useState<Errors<F>>({});
  const [attempts, setAttempts] = useState(0);
  const show = (problems: Errors<F>) => {
    setErrors(problems);
    setAttempts((before) => before + 1);
  };
  const { save, busy, failure, setFailure } = useSave({
    send: (act: () => Promise<void>) => act(),
    failureOf: (error) => {
      if (!(error instanceof ApiError)) return errorText(error);
      return rest && error.hasFields ? "" : textBesides(error, order);
    },
    onError: (error) => show(placed(fieldErrors(error), order, rest)),
    leaves: true,
  });
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
    send: async (problems, act) => {
      show(problems);
      setFailure("");
      if (Object.keys(problems).length === 0) await save(act);
    },
  };
}

/** Assign the server's errors to the fields of the dialog. */
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
