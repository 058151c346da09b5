import { useState } from "react";
import { ApiError, errorText } from "../../api/errors";
import { fieldErrors, textBesides } from "../../api/field-errors";

/** The errors of a form by field name. */
export type Faults<V> = Partial<Record<keyof V, string | undefined>>;

/** The names of the fields whose values are texts. */
type TextField<V> = { [N in keyof V]: V[N] extends string ? N : never }[keyof V];

type ServerError = { value: unknown; sentences: string[] };

/**
 * State of a small form. `check` returns the errors of the current values. An error is shown once its field has been left
 * or the form was submitted; an error of the server is shown until the field changes.
 */
export function useFormFields<V extends Record<string, unknown>>(
  initial: V,
  check: (values: V) => Faults<V>,
) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set());
  const [serverErrors, setServerErrors] = useState<Partial<Record<keyof V, ServerError>>>({});
  const faults = check(values);
  // The fields of this render. Errors of other fields must be shown elsewhere.
  const placed = new Set<keyof V>();

  const touch = (...names: (keyof V)[]) =>
    setTouched((before) =>
      names.every((name) => before.has(name)) ? before : new Set([...before, ...names]),
    );

  const set = <N extends keyof V>(name: N, value: V[N]) =>
    setValues((before) => ({ ...before, [name]: value }));

  return {
    values,
    set,
    /** Return the props of an input or a select for a text. */
    text: <N extends TextField<V>>(name: N) => ({
      value: values[name],
      onChange: ({ target }: { target: { value: string } }) => set(name, target.value as V[N]),
      onBlur: () => touch(name),
    }),
    reset: (to: V) => {
      setValues(to);
      setTouched(new Set());
      setServerErrors({});
    },
    touch,
    touched,
    /** Show all errors. Returns true if there are none. */
    touchAll: (): boolean => {
      touch(...Object.keys(initial));
      return Object.values(faults).every((fault) => !fault);
    },
    faults,
    valid: Object.values(faults).every((fault) => !fault),
    /** Return the labels of the fields that are missing or wrong, in the order of `labels`. */
    missing: (labels: Partial<Record<keyof V, string>>): string[] =>
      (Object.entries(labels) as [keyof V, string][]).flatMap(([name, label]) =>
        faults[name] ? [label] : [],
      ),
    /** Return the errors to show at a field now. */
    shown: (name: keyof V): readonly string[] => {
      placed.add(name);
      const serverError = serverErrors[name];
      if (serverError && serverError.value === values[name]) return serverError.sentences;
      const fault = faults[name];
      return fault && touched.has(name) ? [fault] : [];
    },
    /**
     * Show the server's errors at the fields that are rendered now or will be (`later`). Returns the text of all other
     * errors, as the `toast` option of a request expects it.
     */
    refuse: (error: unknown, later: readonly (keyof V & string)[] = []): string => {
      const names = [...placed, ...later].map(String);
      const placedErrors = Object.entries(fieldErrors(error)).filter(([name]) => names.includes(name));
      setServerErrors(
        Object.fromEntries(
          placedErrors.map(([name, sentences]) => [name, { value: values[name], sentences }]),
        ) as Partial<Record<keyof V, ServerError>>,
      );
      return error instanceof ApiError ? textBesides(error, names) : errorText(error);
    },
  };
}
