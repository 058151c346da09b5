import { type SubmitEvent, useRef, useState } from "react";
import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import { CodeField } from "../../domain/sign-in/code-field";
import { loadPasskeys } from "../../domain/sign-in/load-passkeys";
import { useFormFields } from "../../lib/state/use-form-fields";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import type { SecondStepTicket } from "./session";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

type Props = {
  step: SecondStepTicket;
  onSignedIn: () => void;
  /** Called with an error if the sign-in has to start again. */
  onBack: (fault: string) => void;
};

type Values = { code: string };

const check = ({ code }: Values) => ({ code: code.trim() ? undefined : "The code is required." });

/** The second view of the sign-in, after a right password: a code, a recovery code or a passkey. */
export function SecondStep({ step, onSignedIn, onBack }: Props) {
  const { ticket, methods, passkeyOptions } = step;
  const form = useFormFields<Values>({ code: "" }, check);
  const [fault, setFault] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const hasApp = methods.includes("code");
  const hasRecoveryCode = methods.includes("recoveryCode");
  const {
    save,
    busy: checking,
    current,
  } = useSave({
    send: async (method: "code" | "passkey") => {
      setFault("");
      const factor =
        method === "code"
          ? { code: form.values.code }
          : { credential: await (await loadPasskeys()).requestPasskey(passkeyOptions ?? "") };
      return request("POST", "/api/session/factor", {
        body: { ticket, ...factor },
        anonymous: true,
        toast: false,
      });
    },
    onSaved: onSignedIn,
    onError: async (error) => {
      if (error instanceof ApiError && error.code === "ticketGone") return onBack(error.message);
      if (error instanceof ApiError) setFault(form.refuse(error));
      else setFault((await loadPasskeys()).passkeyFault(error));
      input.current?.select();
    },
    leaves: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (form.touchAll()) save("code");
    else input.current?.focus();
  };
  return (
    <SignInFrame title="Confirm that it's you" sub="Your account has a second factor." announce={!hasApp}>
      <form className="sign-in-form" method="post" noValidate onSubmit={submit}>
        <FailureAlert error={fault} />
        {passkeyOptions && (
          <div className="second-step-passkey">
            <Button
              variant={hasApp ? "default" : "primary"}
              icon="password"
              busy={checking && current === "passkey"}
              busyText="Waiting for your device..."
              onClick={() => save("passkey")}
            >
              Use a passkey
            </Button>
          </div>
        )}
        {(hasApp || hasRecoveryCode) && (
          <CodeField
            ref={input}
            value={form.values.code}
            onChange={(code) => form.set("code", code)}
            error={form.shown("code")}
            hasApp={hasApp}
            hasRecoveryCode={hasRecoveryCode}
            autoFocus={hasApp}
          />
        )}
        <div className="sign-in-actions">
          {(hasApp || hasRecoveryCode) && (
            <Button
              type="submit"
              variant={hasApp ? "primary" : "default"}
              busy={checking && current === "code"}
              busyText="Checking..."
            >
              Continue
            </Button>
          )}
          <Button variant="link" onClick={() => onBack("")}>
            Back to Login...
          </Button>
        </div>
        {!hasRecoveryCode && (
          <p className="text-secondary small-text mt-3 mb-0">
            Lost it? Ask a colleague who manages users to reset your sign-in.
          </p>
        )}
      </form>
    </SignInFrame>
  );
}
