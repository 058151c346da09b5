import { type SubmitEvent, useState } from "react";
import { request } from "../../api/client";
import { ApiError, errorText } from "../../api/errors";
import { Button, ButtonLink } from "../../ui/button";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** The address to confirm; null where the link no longer holds. */
type Props = { uuid: string; email: string | null };

/** /confirmEmail/{uuid}: a changed address becomes one's own by this button, not by the link being opened. */
export default function ConfirmEmail({ uuid, email }: Props) {
  const [view, setView] = useState<"ask" | "done" | "gone">(email ? "ask" : "gone");
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState("");

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    setSaving(true);
    setFault("");
    try {
      await request("PUT", "/api/user/confirmEmail/{uuid}", {
        path: { uuid },
        anonymous: true,
        toast: false,
      });
      setView("done");
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.status === 404) setView("gone");
      else setFault(errorText(error));
    }
  };

  if (view === "gone") {
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
        <div role="alert">{fault && <div className="alert alert-danger mt-3">{fault}</div>}</div>
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
