import { type SubmitEvent, useState } from "react";
import { request } from "../../api/client";
import { ApiError } from "../../api/errors";
import { useFormFields } from "../../lib/state/use-form-fields";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { PasswordInput } from "../../ui/inputs";
import { useFaultFocus } from "../../ui/use-fault-focus";
import { mismatch, passwordFault } from "./new-password";
import { enter, signIn } from "./session";
import { LoginLink, SignInFrame } from "./sign-in-frame";
import "./accounts.scss";

/** How long after the reset the sign-in follows by itself, ms (specification, section 9). */
const signInDelay = 1000;

const gone = "Sorry, that password-reset link is no longer valid (maybe you already used it?)";

type Props = {
  uuid: string;
  /** The password rule, in words. */
  rule: string;
  /** Whether the link worked when the page was made. */
  isOpen: boolean;
};
type View = { name: "reset" } | { name: "loading"; user: string } | { name: "notFound" };

const check = ({ password, again }: { password: string; again: string }) => ({
  password: passwordFault(password, { email: "", organisationName: "" }),
  again: again && again !== password ? mismatch : undefined,
});

/** /passwordReset/{uuid}: a new password by the link of a mail; then the sign-in follows by itself. */
export default function PasswordReset({ uuid, rule, isOpen }: Props) {
  const [view, setView] = useState<View>(isOpen ? { name: "reset" } : { name: "notFound" });
  const [saving, setSaving] = useState(false);
  const place = useFaultFocus<HTMLFormElement>(saving);
  const [fault, setFault] = useState("");
  const form = useFormFields({ password: "", again: "" }, check);
  const { password, again } = form.values;

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving || !password || password !== again || !form.touchAll()) return;
    setSaving(true);
    setFault("");
    try {
      const { name, email } = await request("PUT", "/api/user/{uuid}/resetPassword", {
        path: { uuid },
        body: { password },
        anonymous: true,
        toast: false,
      });
      setView({ name: "loading", user: name });
      setTimeout(() => {
        // Whatever keeps this from working, the new password can be used on the login page.
        signIn(email, password).then(
          () => enter("/home"),
          () => enter("/login"),
        );
      }, signInDelay);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.status === 404) setView({ name: "notFound" });
      else setFault(form.refuse(error));
    }
  };

  if (view.name === "loading") {
    return (
      <SignInFrame title={`Welcome back ${view.user}!`} announce>
        <p className="sub sign-in-sub" role="status">
          <span className="spinner-border spinner-border-sm me-2" aria-hidden="true" />
          Logging you in...
        </p>
      </SignInFrame>
    );
  }
  if (view.name === "notFound") return <InvalidLink announce={isOpen} />;
  return (
    <SignInFrame title="Choose a new password">
      <form ref={place} className="sign-in-form" method="post" noValidate onSubmit={submit}>
        <div role="alert">{fault && <div className="alert alert-danger">{fault}</div>}</div>
        <Field label="New password" hint={rule} error={form.shown("password")}>
          <PasswordInput
            name="new-password"
            autoComplete="new-password"
            maxLength={1000}
            value={password}
            onChange={(event) => form.set("password", event.target.value)}
            onBlur={() => form.touch("password")}
          />
        </Field>
        <Field label="New password again" error={form.faults.again}>
          <PasswordInput
            name="new-password-again"
            autoComplete="new-password"
            maxLength={1000}
            value={again}
            onChange={(event) => form.set("again", event.target.value)}
          />
        </Field>
        <div className="sign-in-actions">
          <Button
            type="submit"
            variant="primary"
            disabled={!password || password !== again}
            busy={saving}
            busyText="Saving..."
          >
            Save password
          </Button>
        </div>
      </form>
    </SignInFrame>
  );
}

function InvalidLink({ announce }: { announce: boolean }) {
  return (
    <SignInFrame title="Invalid Link!" sub={<p>{gone}</p>} announce={announce}>
      <LoginLink>Back to Login...</LoginLink>
    </SignInFrame>
  );
}
