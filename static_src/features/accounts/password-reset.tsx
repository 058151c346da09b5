import { type SubmitEvent, useState } from "react";
import { request } from "../../api/client";
import { isNotFound } from "../../api/errors";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { PasswordInput } from "../../ui/inputs";
import { useFaultFocus } from "../../ui/use-fault-focus";
import { mismatch, passwordFault } from "./new-password";
import { SecondStep } from "./second-step";
import { enter, type SecondStepTicket, signIn } from "./session";
import { LoginLink, SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** Delay between the reset and the automatic sign-in, ms (specification, section 9). */
const signInDelay = 1000;

const invalidLink = "Sorry, that password-reset link is no longer valid (maybe you already used it?)";

type Props = {
  uuid: string;
  /** The password rule as text. */
  rule: string;
  /** True if the link was valid when the page was rendered. */
  isOpen: boolean;
};
type View =
  | { name: "reset" }
  | { name: "loading"; user: string }
  | { name: "secondStep"; step: SecondStepTicket }
  | { name: "notFound" };

const check = ({ password, again }: { password: string; again: string }) => ({
  password: passwordFault(password, { email: "", organisationName: "" }),
  again: again && again !== password ? mismatch : undefined,
});

/** /passwordReset/{uuid}: sets a new password with the link from a mail, then signs the user in. */
export default function PasswordReset({ uuid, rule, isOpen }: Props) {
  const [view, setView] = useState<View>(isOpen ? { name: "reset" } : { name: "notFound" });
  const form = useFormFields({ password: "", again: "" }, check);
  const { password, again } = form.values;

  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/user/{uuid}/resetPassword", {
        path: { uuid },
        body: { password },
        anonymous: true,
        toast: false,
      }),
    onSaved: ({ name, email }) => {
      setView({ name: "loading", user: name });
      setTimeout(() => {
        // If the sign-in fails, the user can enter the new password on the login page.
        signIn(email, password).then(
          (step) => (step ? setView({ name: "secondStep", step }) : enter("/home")),
          () => enter("/login"),
        );
      }, signInDelay);
    },
    failureOf: (error) => (isNotFound(error) ? "" : form.refuse(error)),
    onError: (error) => isNotFound(error) && setView({ name: "notFound" }),
    leaves: true,
  });
  const place = useFaultFocus<HTMLFormElement>(saving);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (password && password === again && form.touchAll()) save();
  };

  if (view.name === "loading") {
    return (
      <SignInFrame title={`Welcome back ${view.user}!`} announce>
        <p className="sub sign-in-sub" role="status">
          <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />
          Logging you in...
        </p>
      </SignInFrame>
    );
  }
  if (view.name === "secondStep") {
    return <SecondStep step={view.step} onSignedIn={() => enter("/home")} onBack={() => enter("/login")} />;
  }
  if (view.name === "notFound") return <InvalidLink announce={isOpen} />;
  return (
    <SignInFrame title="Choose a new password">
      <form ref={place} className="sign-in-form" method="post" noValidate onSubmit={submit}>
        <FailureAlert error={failure} />
        <Field label="New password" hint={rule} error={form.shown("password")}>
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            maxLength={1000}
            {...form.text("password")}
          />
        </Field>
        <Field label="Confirm password" error={form.faults.again}>
          <PasswordInput
            name="new-password-again"
            autoComplete="new-password"
            maxLength={1000}
            value={again}
            onChange={(event) => form.set("again", event.target.value)}
          />
        </Field>
        <div className="sign-in-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={!password || password !== again}
            busy={saving}
            busyText="Saving..."
          >
            Save password
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}

function InvalidLink({ announce }: { announce: boolean }) {
  return (
    <SignInFrame title="Invalid Link!" sub={<p>{invalidLink}</p>} announce={announce}>
      <LoginLink>Back to Login...</LoginLink>
    </SignInFrame>
  );
}
