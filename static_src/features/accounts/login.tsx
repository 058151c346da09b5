import { useState } from "react";
import { ForgotPassword } from "./forgot-password";
import { LoginForm } from "./login-form";
import { ResetSent } from "./reset-sent";

type View = "login" | "forgot" | "resetSent";

/** Screen /login: sign in, request a reset link, and the confirmation of that request (specification, section 2). */
export default function Login({ returnUrl }: { returnUrl: string }) {
  const [view, setView] = useState<View>("login");
  const [moved, setMoved] = useState(false);
  const [email, setEmail] = useState("");
  const go = (to: View) => {
    setMoved(true);
    setView(to);
  };
  if (view === "forgot") {
    return (
      <ForgotPassword
        email={email}
        onEmail={setEmail}
        onSent={() => go("resetSent")}
        onBack={() => go("login")}
      />
    );
  }
  if (view === "resetSent") return <ResetSent email={email} onDone={() => go("login")} />;
  return (
    <LoginForm
      returnUrl={returnUrl}
      email={email}
      announce={moved}
      onForgot={(typed) => {
        setEmail(typed);
        go("forgot");
      }}
    />
  );
}
