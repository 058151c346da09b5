import { useState } from "react";
import { ForgotPassword } from "./forgot-password";
import { LoginForm, type SignOutReason } from "./login-form";
import { ResetSent } from "./reset-sent";

type View = "login" | "forgot" | "resetSent";

/** Screen /login: sign in, request a reset link, and the confirmation of that request (specification, section 2). */
export default function Login({ returnUrl, reason }: { returnUrl: string; reason: SignOutReason }) {
  const [view, setView] = useState<View>("login");
  const [hasChangedView, setHasChangedView] = useState(false);
  const [email, setEmail] = useState("");
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
  return (
    <LoginForm
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
