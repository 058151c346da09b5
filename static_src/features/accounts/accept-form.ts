import type { useFormFields } from "../../lib/state/use-form-fields";
import { emailFault } from "../../lib/text/email";
import { type Judged, mismatch, passwordFault } from "./new-password";

export type AcceptValues = {
  name: string;
  email: string;
  password: string;
  again: string;
  organisationName: string;
  terms: boolean;
};

export type AcceptForm = ReturnType<typeof useFormFields<AcceptValues>>;

/** Fields of step 1; all others are in step 2. */
export const stepOne = ["name", "email", "password", "again"] as const;

/** Validate the form (specification, section 5, Accept invite). */
export function acceptFaults(values: AcceptValues, judged: Judged | null) {
  const { name, email, password, again, organisationName, terms } = values;
  return {
    name: name.trim() ? undefined : "A name is required.",
    email: emailFault(email),
    password: password
      ? (passwordFault(password, { email, organisationName }) ??
        (judged?.password === password ? judged.fault : undefined))
      : "A password is required.",
    again: again === password ? undefined : mismatch,
    organisationName: organisationName.trim() ? undefined : "An organisation name is required.",
    terms: terms ? undefined : "Please accept the terms to go on.",
  };
}
