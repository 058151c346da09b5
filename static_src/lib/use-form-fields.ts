import { useState } from "react";
import { fieldErrors } from "../api/errors";

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
      const refusal = refused[name];
      if (refusal && refusal.value === values[name]) return refusal.sentences;
      const fault = faults[name];
      return fault && touched.has(name) ? [fault] : [];
    },
    /** Take over what the server refused; true when every sentence found its field. */
    refuse: (error: unknown): boolean => {
      const given = Object.entries(fieldErrors(error));
      const known = given.filter(([name]) => name in values);
      setRefused(
        Object.fromEntries(
          known.map(([name, sentences]) => [name, { value: values[name], sentences }]),
        ) as Partial<Record<keyof V, Refusal>>,
      );
      return given.length > 0 && known.length === given.length;
    },
  };
}
