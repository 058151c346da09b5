import { type SubmitEvent, useRef, useState } from "react";
import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

type Props = { uuid: string };

type Values = { code: string };

const check = ({ code }: Values) => ({ code: code.trim() ? undefined : "The code is required." });

/** The page of a guest link that this browser has to confirm: it mails a code to the recipient, and checks it. */
export default function LinkCode({ uuid }: Props) {
  const [isSent, setIsSent] = useState(false);
  const form = useFormFields<Values>({ code: "" }, check);
  const [fault, setFault] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const onError = (error: unknown) => {
    setFault(error instanceof ApiError ? form.refuse(error) : errorText(error));
    input.current?.select();
  };
  const sending = useSave({
    send: () => {
      setFault("");
      return request("POST", "/api/session/guest/code", { body: { uuid }, anonymous: true, toast: false });
    },
    onSaved: () => {
      setIsSent(true);
      form.set("code", "");
      input.current?.focus();
    },
    onError,
  });
  const confirming = useSave({
    send: () => {
      setFault("");
      return request("PUT", "/api/session/guest/code", {
        body: { uuid, code: form.values.code },
        anonymous: true,
        toast: false,
      });
    },
    onSaved: () => window.location.reload(),
    onError,
    leaves: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSent) sending.save();
    else if (form.touchAll()) confirming.save();
    else input.current?.focus();
  };
  return (
    <SignInFrame
      title="Confirm that it's you"
      sub={
        <p>
          {isSent
            ? "We've e-mailed a code to the address that this link was sent to. It is valid for ten minutes."
            : "The sender wants to be sure that this link reached you. We'll e-mail a code to the address that it was sent to."}
        </p>
      }
    >
      <form className="sign-in-form" method="post" noValidate onSubmit={submit}>
        <FailureAlert error={fault} />
        {isSent && (
          <Field label="Code" hint="The 6 digits in our e-mail." error={form.shown("code")}>
            <TextInput
              ref={input}
              className="code-input"
              name="code"
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              autoFocus
              value={form.values.code}
              onChange={({ target }) => form.set("code", target.value)}
            />
          </Field>
        )}
        <div className="sign-in-actions">
          {isSent ? (
            <>
              <Button type="submit" variant="primary" busy={confirming.busy} busyText="Checking...">
                Continue
              </Button>
              <Button variant="link" busy={sending.busy} busyText="Sending..." onClick={() => sending.save()}>
                Send a new code
              </Button>
            </>
          ) : (
            <Button type="submit" variant="primary" busy={sending.busy} busyText="Sending...">
              Send the code
            </Button>
          )}
        </div>
      </form>
    </SignInFrame>
  );
}
