import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { isEmail } from "../../lib/text/email";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** Delay between the click and the request, ms (specification, section 9). */
const requestDelay = 1000;

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void; onBack: () => void };

/** Form that requests a reset link. The response is the same for an unknown address. */
export function ForgotPassword({ email, onEmail, onSent, onBack }: Props) {
  const [emailError, setEmailError] = useState("");
  const unmounting = useRef(new AbortController());

  useEffect(() => {
    const abort = new AbortController();
    unmounting.current = abort;
    return () => abort.abort();
  }, []);

  const {
    save,
    busy: sending,
    failure,
  } = useSave({
    send: async () => {
      const { signal } = unmounting.current;
      await new Promise((resolve) => setTimeout(resolve, requestDelay));
      signal.throwIfAborted();
      return request("POST", "/api/user/sendPasswordReset", {
        body: { email: email.trim() },
        anonymous: true,
        toast: false,
        signal,
      });
    },
    onSaved: onSent,
    failureOf: errorText,
    leaves: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending || !email.trim()) return;
    if (isEmail(email)) save();
    else setEmailError("Please enter a valid e-mail address.");
  };

  return (
    <SignInFrame
      title="Forgot your password?"
      sub="Enter your e-mail address and we'll send you a link to reset your password."
      announce
    >
      <form className="sign-in-form" noValidate onSubmit={submit}>
        <FailureAlert error={failure} />
        <Field label="E-mail address" error={emailError}>
          <TextInput
            type="email"
            autoComplete="username"
            maxLength={320}
            value={email}
            onChange={(event) => {
              onEmail(event.target.value);
              setEmailError("");
            }}
          />
        </Field>
        <div className="sign-in-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={!email.trim()}
            busy={sending}
            busyText="Sending..."
          >
            Send reset link
          </Button>
          <Button variant="link" onClick={onBack}>
            Back to Login...
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}
