import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { FailureAlert } from "../../ui/failure-alert";
import { LoginLink, SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** `wanted` is true if the user gets the mails now; null if the link is not valid. */
type Props = { token: string; wanted: boolean | null };

/** /unsubscribe/{token}: stops and restarts the mails about messages and alerts; opening the link changes nothing. */
export default function Unsubscribe({ token, wanted: first }: Props) {
  const [wanted, setWanted] = useState(first);
  const {
    save,
    busy: saving,
    failure,
  } = useSave({
    send: () =>
      request("PUT", "/api/user/unsubscribe/{token}", {
        path: { token },
        body: { wanted: !wanted },
        anonymous: true,
        toast: false,
      }),
    onSaved: () => setWanted(!wanted),
    failureOf: errorText,
  });

  if (wanted === null) {
    return (
      <SignInFrame title="Invalid Link!" sub={<p>Sorry, that link is not valid.</p>}>
        <LoginLink>Go to Login...</LoginLink>
      </SignInFrame>
    );
  }
  return (
    <SignInFrame
      title={wanted ? "E-mails about messages and alerts" : "These e-mails are stopped."}
      announce={wanted !== first}
      sub={
        <p>
          {wanted
            ? "You get an e-mail when someone writes to you, and when a relationship changes."
            : "Messages still wait for you here. Requests, invitations and password links still reach you by e-mail."}
        </p>
      }
    >
      <FailureAlert error={failure} className="mt-3" />
      <div className="sign-in-actions">
        <Button
          variant={wanted ? "primary" : "default"}
          onClick={() => save()}
          busy={saving}
          busyText="Saving..."
        >
          {wanted ? "Stop these e-mails" : "Get them again"}
        </Button>
      </div>
    </SignInFrame>
  );
}
