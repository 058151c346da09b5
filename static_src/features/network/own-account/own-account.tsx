import { useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Skeleton } from "../../../ui/skeleton";

const loadDialog = () => import("./password-modal");
const loadFactors = () => import("./own-factors");
const loadMails = () => import("./mail-settings");
const loadSignIns = () => import("./own-sign-ins");

/** Password, e-mails and sessions of the user, only on the user's own page (product decisions, Sign-in and tokens). */
export function OwnAccount() {
  const [changing, setChanging] = useState(false);
  const [count, setCount] = useState(0);
  const dialog = useLoaded(loadDialog, count > 0);
  const factors = useLoaded(loadFactors);
  const mails = useLoaded(loadMails);
  const signIns = useLoaded(loadSignIns);
  return (
    <div className="stack mt-3">
      <Card title="Password">
        <p className="text-secondary">Changing your password signs you out on all other devices.</p>
        <Button
          icon="password"
          onClick={() => {
            setCount(count + 1);
            setChanging(true);
          }}
        >
          Change password...
        </Button>
        {dialog && <dialog.PasswordModal key={count} show={changing} onClose={() => setChanging(false)} />}
      </Card>
      {factors ? (
        <factors.OwnFactors />
      ) : (
        <Card title="Sign-in">
          <Skeleton lines={3} />
        </Card>
      )}
      {mails ? (
        <mails.MailSettings />
      ) : (
        <Card title="Notifications">
          <Skeleton lines={6} />
        </Card>
      )}
      {signIns && <signIns.OwnSignIns />}
    </div>
  );
}
