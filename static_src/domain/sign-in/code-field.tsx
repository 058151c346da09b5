import type { Ref } from "react";
import { Field } from "../../ui/field";
import { TextInput } from "../../ui/inputs";

type Props = {
  value: string;
  onChange: (code: string) => void;
  error?: string | readonly string[];
  disabled?: boolean;
  /** A code of the app is possible; else only a recovery code. */
  hasApp: boolean;
  /** A recovery code is possible too. */
  hasRecoveryCode: boolean;
  autoFocus?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** Field for the code of an authenticator app, or a recovery code. */
export function CodeField({ value, onChange, error, disabled, hasApp, hasRecoveryCode, ...rest }: Props) {
  const hint = !hasApp
    ? undefined
    : hasRecoveryCode
      ? "The 6 digits in your authenticator app, or a recovery code."
      : "The 6 digits in your authenticator app.";
  return (
    <Field label={hasApp ? "Code" : "Recovery code"} hint={hint} error={error}>
      <TextInput
        {...rest}
        className="code-input"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        inputMode={hasApp && !hasRecoveryCode ? "numeric" : "text"}
        spellCheck={false}
        maxLength={40}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
