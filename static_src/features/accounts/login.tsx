import { useState } from "react";
import { ForgotPassword } from "./forgot-password";
import { LoginForm } from "./login-form";
import { ResetSent } from "./reset-sent";

type View = "login" | "forgot" | "resetSent";

/** /login: signing in, asking for a reset link, and the word that it is on its way (specification, section 2). */
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
