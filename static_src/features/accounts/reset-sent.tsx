import { Button } from "../../ui/button";
import { SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** Confirmation that a reset link is on its way, if the address belongs to a user. */
export function ResetSent({ email, onDone }: { email: string; onDone: () => void }) {
  return (
    <SignInFrame
      title="Check your email inbox."
      announce
      sub={
        <p>
          If <strong>{email.trim()}</strong> belongs to an account, a link to choose a new password is on its
          way. It can be used once, within 2 hours.
        </p>
      }
    >
      <div className="sign-in-actions">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </SignInFrame>
  );
}
