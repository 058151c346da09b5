import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
  useState,
} from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import { Icon } from "./icon";

type InputProps = InputHTMLAttributes<HTMLInputElement> & { ref?: Ref<HTMLInputElement> | undefined };

/** A native input for one line of text. A surrounding Field labels it. */
export function TextInput(props: InputProps) {
  return (
    <input
      {...useFieldControl()}
      {...props}
      type={props.type ?? "text"}
      className={classNames("form-control", props.className)}
    />
  );
}

/** An input for the text of a filter, with a magnifying glass. */
export function SearchInput({ className, ...rest }: InputProps) {
  return (
    <div className={classNames("input-shell", className)}>
      <Icon name="search" className="input-icon" />
      <TextInput {...rest} type="search" autoComplete="off" />
    </div>
  );
}

/** An input for a password with a button that shows it. */
export function PasswordInput(props: InputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="input-shell">
      <TextInput {...props} type={shown ? "text" : "password"} />
      <IconButton
        className="input-action"
        icon={shown ? "hide" : "preview"}
        label={shown ? "Hide the password" : "Show the password"}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

type TextAreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  /** Adapt the height to the text. */
  grow?: boolean;
  ref?: Ref<HTMLTextAreaElement> | undefined;
};

export function TextArea({ className, grow, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...useFieldControl()}
      {...rest}
      className={classNames("form-control", grow && "form-control-grow", className)}
    />
  );
}

export type Choice<V extends string = string> = { value: V; label: string; disabled?: boolean };

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  options: readonly Choice[];
  /** The text shown without a choice. */
  placeholder?: string;
  ref?: Ref<HTMLSelectElement> | undefined;
};

export function Select({ options, placeholder, className, ...rest }: SelectProps) {
  return (
    <select {...useFieldControl()} {...rest} className={classNames("form-select", className)}>
      {placeholder !== undefined && <option value="">{placeholder || "\u00a0"}</option>}
      {options.map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      ))}
    </select>
  );
}

type CheckProps = Omit<InputProps, "type"> & { label: ReactNode; hint?: ReactNode };

export function Checkbox({ label, hint, className, ...rest }: CheckProps) {
  return <Check {...rest} label={label} hint={hint} className={className} />;
}

export function Switch({ label, hint, className, ...rest }: CheckProps) {
  return (
    <Check
      {...rest}
      label={label}
      hint={hint}
      className={classNames("form-switch", className)}
      role="switch"
    />
  );
}

function Check({ label, hint, className, id, ...rest }: CheckProps) {
  const ownId = useId();
  const inputId = id ?? ownId;
  return (
    <div className={classNames("form-check", className)}>
      <input
        {...rest}
        id={inputId}
        type="checkbox"
        className="form-check-input"
        aria-describedby={hint ? `${inputId}-hint` : undefined}
      />
      <label className="form-check-label" htmlFor={inputId}>
        {label}
      </label>
      {hint && (
        <div className="field-hint" id={`${inputId}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
