import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { safeReturnUrl } from "../../lib/browser/return-url";
import { readNote, writeNote } from "../../lib/browser/sign-in-notes";
import { Button, ButtonLink } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { Icon } from "../../ui/icon";
import { PasswordInput, TextInput } from "../../ui/inputs";
import { enter, type SecondStepTicket, signIn, signInFault } from "./session";
import { SignInFrame } from "./sign-in-frame";
import { useCompanyOffer } from "./use-company-offer";
import { usePasskeyAutofill } from "./use-passkey-autofill";
import "./accounts.scss";

/** Why the browser came here: the sign-in ended, with unsent input in the browser or without; null without a reason. */
export type SignOutReason = "kept" | "expired" | null;

const reasonTexts = {
  kept: "You were signed out. What you typed is kept on this device.",
  expired: "You were signed out. Sign in to continue.",
} as const;

type Props = {
  returnUrl: string;
  reason: SignOutReason;
  /** Address typed earlier in the reset-request view. */
  email: string;
  announce: boolean;
  canUsePasskeys: boolean;
  /** The error because of which a second step has led back here. */
  firstFault: string;
  onSecondStep: (step: SecondStepTicket, email: string) => void;
  onForgot: (email: string) => void;
};

/** '' before an attempt, then checking, then ok or failed (specification, section 4, Login status). */
type Status = "" | "checking" | "ok" | "failed";

/**
 * Form for e-mail and password. The inputs are uncontrolled, so that values which a password manager fills in before
 * hydration are sent. `autofocus` is in the HTML, so that the browser sets the focus before the scripts run.
 */
export function LoginForm(props: Props) {
  const { returnUrl, reason, email, announce, canUsePasskeys, firstFault, onSecondStep, onForgot } = props;
  const form = useRef<HTMLFormElement>(null);
  const [status, setStatus] = useState<Status>("");
  const [fault, setFault] = useState(firstFault);
  const [missingFields, setMissingFields] = useState({ email: false, password: false });
  const [typed, setTyped] = useState(email);
  const offer = useCompanyOffer(typed);
  const isBusy = status === "checking" || status === "ok";

  useEffect(() => {
    const input = inputOf(form.current, "email");
    const wasAtStart = document.activeElement === document.body || document.activeElement === input;
    if (input && reason && !input.value) input.value = readNote("email");
    if (input?.value) setTyped(input.value);
    if (wasAtStart) inputOf(form.current, reason && input?.value ? "password" : "email")?.focus();
  }, [reason]);

  const finish = () => {
    setStatus("ok");
    writeNote("email");
    enter(safeReturnUrl(returnUrl));
  };
  usePasskeyAutofill({ isWanted: canUsePasskeys, onSignedIn: finish, onFault: setFault });

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    const values = {
      email: textOf(form.current, "email").trim(),
      password: textOf(form.current, "password"),
    };
    setMissingFields({ email: !values.email, password: !values.password });
    if (!values.email || !values.password) {
      inputOf(form.current, values.email ? "password" : "email")?.focus();
      return;
    }
    setStatus("checking");
    setFault("");
    try {
      const step = await signIn(values.email, values.password);
      if (step) onSecondStep(step, values.email);
      else finish();
    } catch (error) {
      setStatus("failed");
      setFault(signInFault(error));
      inputOf(form.current, "password")?.select();
    }
  };

  return (
    <SignInFrame title="Sign in" sub="Supplier relationships and assurance" announce={announce}>
      <form ref={form} className="sign-in-form" method="post" noValidate onSubmit={submit}>
        {reason && (
          <p className="sign-out-reason" role="status">
            <Icon name={reason === "kept" ? "saved" : "info"} />
            <span>{reasonTexts[reason]}</span>
          </p>
        )}
        <FailureAlert error={fault} />
        <Field label="E-mail address" error={missingFields.email && "An e-mail address is required."}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username webauthn"
            inputMode="email"
            maxLength={320}
            defaultValue={email}
            autoFocus
            onInput={(event) => {
              setTyped(event.currentTarget.value);
              if (missingFields.email) setMissingFields({ ...missingFields, email: false });
            }}
          />
        </Field>
        <Field label="Password" error={missingFields.password && "A password is required."}>
          <PasswordInput
            name="password"
            autoComplete="current-password"
            maxLength={1000}
            onInput={() => missingFields.password && setMissingFields({ ...missingFields, password: false })}
          />
        </Field>
        <div className="sign-in-actions">
          <Button type="submit" variant="primary" busy={isBusy} busyText="Checking...">
            {"Login >"}
          </Button>
          <Button variant="link" onClick={() => onForgot(textOf(form.current, "email").trim())}>
            Forgot password...
          </Button>
        </div>
        <div className="company-offer" aria-live="polite">
          {offer && (
            <ButtonLink
              icon="organisation"
              href={`${offer.path}?returnUrl=${encodeURIComponent(safeReturnUrl(returnUrl))}`}
            >
              Continue with {offer.organisationName} sign-in
            </ButtonLink>
          )}
        </div>
      </form>
    </SignInFrame>
  );
}

function inputOf(form: HTMLFormElement | null, name: string): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>(`input[name="${name}"]`) ?? null;
}

const textOf = (form: HTMLFormElement | null, name: string) => inputOf(form, name)?.value ?? "";
