import { emailInUse } from "../../lib/text/email";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { PasswordInput, TextInput } from "../../ui/inputs";
import type { AcceptForm } from "./accept-form";
import { mismatch } from "./new-password";
import "./accounts.scss";

type Props = {
  form: AcceptForm;
  /** Address of the invitation. */
  ownEmail: string;
  /** True if another user has the address. */
  taken: boolean;
  rule: string;
  mayGoOn: boolean;
};

/** Step 1 of accepting an invitation: name, e-mail, password, and the password again. */
export function AcceptAboutYou({ form, ownEmail, taken, rule, mayGoOn }: Props) {
  const { email, password, again } = form.values;
  const isChanged = email.trim().toLowerCase() !== ownEmail.toLowerCase();
  return (
    <>
      <Field label="Name" required error={form.shown("name")}>
        <TextInput name="name" autoComplete="name" maxLength={200} {...form.text("name")} />
      </Field>
      <Field
        label="E-mail address"
        required
        error={taken ? emailInUse : form.shown("email")}
        hint={
          isChanged && (
            <>We send a mail to a changed address to confirm it. Until then you sign in with {ownEmail}.</>
          )
        }
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          maxLength={254}
          {...form.text("email")}
        />
      </Field>
      <Field label="Password" required hint={rule} error={form.shown("password")}>
        <PasswordInput
          name="new-password"
          autoComplete="new-password"
          maxLength={1000}
          {...form.text("password")}
        />
      </Field>
      <Field label="Password again" required error={again !== "" && again !== password && mismatch}>
        <PasswordInput
          name="new-password-again"
          autoComplete="new-password"
          maxLength={1000}
          {...form.text("again")}
        />
      </Field>
      <div className="sign-in-actions justify-content-end">
        <Button type="submit" variant="primary" disabled={!mayGoOn}>
          Next
        </Button>
      </div>
    </>
  );
}
