import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { Button } from "../../ui/button";
import { LoginLink, SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** Whether the reader gets the mails now; null where the link is none of ours. */
type Props = { token: string; wanted: boolean | null };

/** /unsubscribe/{token}: ends the mails about messages and alerts, and begins them again; opening it does nothing. */
export default function Unsubscribe({ token, wanted: first }: Props) {
  const [wanted, setWanted] = useState(first);
  const [saving, setSaving] = useState(false);
  const [fault, setFault] = useState("");

  const change = async () => {
    setSaving(true);
    setFault("");
    try {
      await request("PUT", "/api/user/unsubscribe/{token}", {
        path: { token },
        body: { wanted: !wanted },
        anonymous: true,
        toast: false,
      });
      setWanted(!wanted);
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setSaving(false);
    }
  };

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
            ? "You get an e-mail when somebody writes to you, and when a relationship changes."
            : "Messages still wait for you here. Requests, invitations and password links still reach you by e-mail."}
        </p>
      }
    >
      <div role="alert">{fault && <div className="alert alert-danger mt-3">{fault}</div>}</div>
      <div className="sign-in-actions">
        <Button variant={wanted ? "primary" : "default"} onClick={change} busy={saving} busyText="Saving...">
          {wanted ? "Stop these e-mails" : "Get them again"}
        </Button>
      </div>
    </SignInFrame>
  );
}
