import { useState } from "react";
import { request } from "../../api/client";
import { type FactorDetails, FactorList } from "../../domain/sign-in/factor-list";
import { safeReturnUrl } from "../../lib/browser/return-url";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import { enter } from "./session";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

type Props = { returnUrl: string; organisationName: string; factors: FactorDetails };

/** /secondFactor: add the second factor that the organisation requires, before anything else. */
export default function SecondFactor({ returnUrl, organisationName, factors: loaded }: Props) {
  const [factors, setFactors] = useState(loaded);
  const isDone = factors.app !== null || factors.passkeys.length > 0;
  const refresh = () => request("GET", "/api/user/factor").then(setFactors, () => undefined);
  const signOut = useSave({
    send: () => request("DELETE", "/api/session"),
    onSaved: () => enter("/login"),
    leaves: true,
  });
  return (
    <SignInFrame
      title="Add a second factor"
      sub={`${organisationName} requires a second factor for your account. It protects you if someone learns your password.`}
      wide
    >
      <div className="sign-in-form">
        <FactorList factors={factors} onChanged={refresh} />
      </div>
      <div className="sign-in-actions">
        {isDone && (
          <Button variant="primary" onClick={() => enter(safeReturnUrl(returnUrl))}>
            Continue
          </Button>
        )}
        <Button variant="link" busy={signOut.busy} onClick={() => signOut.save()}>
          Sign out
        </Button>
      </div>
    </SignInFrame>
  );
}
