import { useState } from "react";
import { safeReturnUrl } from "../../lib/browser/return-url";
import { writeNote } from "../../lib/browser/sign-in-notes";
import { ForgotPassword } from "./forgot-password";
import { LoginForm, type SignOutReason } from "./login-form";
import { ResetSent } from "./reset-sent";
import { SecondStep } from "./second-step";
import { enter, type SecondStepTicket } from "./session";

type View = "login" | "forgot" | "resetSent";

type Props = {
  returnUrl: string;
  reason: SignOutReason;
  /** The browser may offer passkeys, because the address of the site is a name. */
  canUsePasskeys: boolean;
};

/** Screen /login: sign in, request a reset link, and the confirmation of that request (specification, section 2). */
export default function Login({ returnUrl, reason, canUsePasskeys }: Props) {
  const [view, setView] = useState<View>("login");
  const [hasChangedView, setHasChangedView] = useState(false);
  const [email, setEmail] = useState("");
  const [secondStep, setSecondStep] = useState<SecondStepTicket | null>(null);
  const [fault, setFault] = useState("");
  const changeView = (nextView: View) => {
    setHasChangedView(true);
    setView(nextView);
  };
  if (view === "forgot") {
    return (
      <ForgotPassword
        email={email}
        onEmail={setEmail}
        onSent={() => changeView("resetSent")}
        onBack={() => changeView("login")}
      />
    );
  }
  if (view === "resetSent") return <ResetSent email={email} onDone={() => changeView("login")} />;
  if (secondStep) {
    return (
      <SecondStep
        step={secondStep}
        onSignedIn={() => {
          writeNote("email");
          enter(safeReturnUrl(returnUrl));
        }}
        onBack={(sentence) => {
          setFault(sentence);
          setSecondStep(null);
          changeView("login");
        }}
      />
    );
  }
  return (
    <LoginForm
      canUsePasskeys={canUsePasskeys}
      firstFault={fault}
      onSecondStep={(step, typed) => {
        setEmail(typed);
        setSecondStep(step);
      }}
      returnUrl={returnUrl}
      reason={reason}
      email={email}
      announce={hasChangedView}
      onForgot={(typed) => {
        setEmail(typed);
        changeView("forgot");
      }}
    />
  );
}
