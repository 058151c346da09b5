import { type SubmitEvent, useEffect, useRef, useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { isEmail } from "../../lib/text/email";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** How long after the click the request leaves, ms (specification, section 9). */
const requestDelay = 1000;

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void; onBack: () => void };

/** Asks for a reset link. The answer is the same whether or not the address is known. */
export function ForgotPassword({ email, onEmail, onSent, onBack }: Props) {
  const [sending, setSending] = useState(false);
  const [fault, setFault] = useState("");
  const [emailFault, setEmailFault] = useState("");
  const gone = useRef(new AbortController());

  useEffect(() => {
    const abort = new AbortController();
    gone.current = abort;
    return () => abort.abort();
  }, []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending || !email.trim()) return;
    if (!isEmail(email)) {
      setEmailFault("Please enter a valid e-mail address.");
      return;
    }
    const { signal } = gone.current;
    setSending(true);
    setFault("");
    await new Promise((resolve) => setTimeout(resolve, requestDelay));
    if (signal.aborted) return;
    try {
      await request("POST", "/api/user/sendPasswordReset", {
        body: { email: email.trim() },
        anonymous: true,
        toast: false,
        signal,
      });
      onSent();
    } catch (error) {
      if (signal.aborted) return;
      setSending(false);
      setFault(errorText(error));
    }
  };

  return (
    <SignInFrame
      title="Forgot your password?"
      sub="Give us your e-mail address, and we send you a link to choose a new one."
      announce
    >
      <form className="sign-in-form" noValidate onSubmit={submit}>
        <div role="alert">{fault && <div className="alert alert-danger">{fault}</div>}</div>
        <Field label="E-mail address" error={emailFault}>
          <TextInput
            type="email"
            autoComplete="username"
            maxLength={320}
            value={email}
            onChange={(event) => {
              onEmail(event.target.value);
              setEmailFault("");
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
