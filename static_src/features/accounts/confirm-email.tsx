import { type SubmitEvent, useState } from "react";
import { request } from "../../api/client";
import { errorText, isNotFound } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { Button, ButtonLink } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** `email` is the address to confirm; null if the link is no longer valid. */
type Props = { uuid: string; email: string | null };

/** /confirmEmail/{uuid}: confirms a changed address with a button; opening the link changes nothing. */
export default function ConfirmEmail({ uuid, email }: Props) {
  const [view, setView] = useState<"ask" | "done" | "invalid">(email ? "ask" : "invalid");
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/user/confirmEmail/{uuid}", {
        path: { uuid },
        anonymous: true,
        toast: false,
      }),
    onSaved: () => setView("done"),
    failureOf: (error) => (isNotFound(error) ? "" : errorText(error)),
    onError: (error) => isNotFound(error) && setView("invalid"),
    leaves: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    save();
  };

  if (view === "invalid") {
    return (
      <SignInFrame
        title="Invalid Link!"
        sub={<p>Sorry, that link is no longer valid.</p>}
        announce={email !== null}
      >
        <ToLogin />
      </SignInFrame>
    );
  }
  if (view === "done") {
    return (
      <SignInFrame
        title="Your e-mail address is confirmed."
        announce
        sub={
          <p>
            From now on, sign in with <strong>{email}</strong>.
          </p>
        }
      >
        <ToLogin />
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title="Confirm your e-mail address"
      sub={
        <p>
          <strong>{email}</strong> becomes the address that you sign in with and get mail at.
        </p>
      }
    >
      <form method="post" onSubmit={submit}>
        <FailureAlert error={failure} className="mt-3" />
        <div className="sign-in-actions">
          <Button type="submit" variant="primary" busy={saving} busyText="Confirming...">
            Confirm this address
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}

function ToLogin() {
  return (
    <div className="sign-in-actions">
      <ButtonLink variant="primary" href="/login">
        Go to Login...
      </ButtonLink>
    </div>
  );
}
