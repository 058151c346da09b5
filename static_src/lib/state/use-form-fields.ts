import { useState } from "react";
import { ApiError, errorText } from "../../api/errors";
import { fieldErrors, textBesides } from "../../api/field-errors";

/** What is wrong with each field of a form, by its name: a sentence, or nothing. */
export type Faults<V> = Partial<Record<keyof V, string | undefined>>;

type Refusal = { value: unknown; sentences: string[] };

/**
 * The state of a small form. `check` says at any time what is wrong; a sentence is shown once its field has been
 * left (or the form was sent), and what the server refused is shown until that field is changed.
 */
export function useFormFields<V extends Record<string, unknown>>(
  initial: V,
  check: (values: V) => Faults<V>,
) {
  const [values, setValues] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<keyof V, Refusal>>>({});
  const faults = check(values);
  // The fields that this rendering has a place for: what is refused of any other must be said elsewhere.
  const placed = new Set<keyof V>();

  const touch = (...names: (keyof V)[]) =>
    setTouched((before) =>
      names.every((name) => before.has(name)) ? before : new Set([...before, ...names]),
    );

  return {
    values,
    set: <N extends keyof V>(name: N, value: V[N]) => setValues((before) => ({ ...before, [name]: value })),
    reset: (to: V) => {
      setValues(to);
      setTouched(new Set());
      setRefused({});
    },
    touch,
    touched,
    /** Show everything that is wrong; true when nothing is. */
    touchAll: (): boolean => {
      touch(...Object.keys(initial));
      return Object.values(faults).every((fault) => !fault);
    },
    faults,
    valid: Object.values(faults).every((fault) => !fault),
    /** The sentences to show at a field now. */
    shown: (name: keyof V): readonly string[] => {
      placed.add(name);
      const refusal = refused[name];
      if (refusal && refusal.value === values[name]) return refusal.sentences;
      const fault = faults[name];
      return fault && touched.has(name) ? [fault] : [];
    },
    /**
     * Take over what the server refused of the fields that are shown, or will be (`later`), and answer what is left to
     * be said, as a call's `toast` wants it.
     */
    refuse: (error: unknown, later: readonly (keyof V & string)[] = []): string => {
      const places = [...placed, ...later].map(String);
      const known = Object.entries(fieldErrors(error)).filter(([name]) => places.includes(name));
      setRefused(
        Object.fromEntries(
          known.map(([name, sentences]) => [name, { value: values[name], sentences }]),
        ) as Partial<Record<keyof V, Refusal>>,
      );
      return error instanceof ApiError ? textBesides(error, places) : errorText(error);
    },
  };
}
