import { createContext, type ReactNode, useContext, useEffect, useId, useState } from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";

type ControlProps = {
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: boolean | undefined;
  "aria-required"?: boolean | undefined;
  "aria-labelledby"?: string | undefined;
};

/** The context of a control in a field: its attributes, and a callback for an error that the control finds itself. */
type FieldControl = { control: ControlProps; refuse: (sentence: string | null) => void };

const Context = createContext<FieldControl | null>(null);
const noControl: ControlProps = {};

/** Return the attributes that connect a control to the surrounding field. */
export function useFieldControl(): ControlProps {
  return useContext(Context)?.control ?? noControl;
}

/**
 * Report the control's own error, or null for none, to the surrounding field. The field shows it instead of its own
 * error, which could only say that the value is missing. Returns true if the control has to show the error itself,
 * because there is no field.
 */
export function useOwnError(sentence: string | null): boolean {
  const refuse = useContext(Context)?.refuse;
  useEffect(() => {
    refuse?.(sentence);
    return () => refuse?.(null);
  }, [refuse, sentence]);
  return sentence !== null && !refuse;
}

type FieldError = string | readonly string[] | null | undefined | false;

const sentences = (error: FieldError): readonly string[] =>
  !error ? [] : typeof error === "string" ? [error] : error;

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: FieldError;
  required?: boolean;
  /** The id of the control, if an error summary links to it. */
  id?: string | undefined;
  /** Show the label to screen readers only. */
  hideLabel?: boolean;
  className?: string;
  children: ReactNode;
};

type SingleFieldProps = FieldProps & {
  /** The control is an editor or a dropzone with files: a `<label>` can only name a form control of HTML. */
  isCustom?: boolean | undefined;
};

/** A control with its label, hint and error, connected by ARIA attributes. */
export function Field({
  label,
  hint,
  error,
  required = false,
  id,
  hideLabel,
  className,
  isCustom = false,
  children,
}: SingleFieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const [refusal, refuse] = useState<string | null>(null);
  const faults = sentences(refusal ?? error);
  const tied = control(controlId, hint, faults, required);
  const labelId = `${controlId}-label`;
  const labelProps = { id: labelId, className: hideLabel ? "visually-hidden" : "field-label" };
  const content = (
    <>
      {label}
      {required && <RequiredMark />}
    </>
  );
  return (
    <div className={className ? `field ${className}` : "field"}>
      {isCustom ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: the mouse's way; the keyboard reaches the control itself
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div {...labelProps} onClick={() => enterControl(controlId)}>
          {content}
        </div>
      ) : (
        <label {...labelProps} htmlFor={controlId}>
          {content}
        </label>
      )}
      {hint && (
        <div className="field-hint" id={`${controlId}-hint`}>
          {hint}
        </div>
      )}
      <Context value={{ control: isCustom ? { ...tied, "aria-labelledby": labelId } : tied, refuse }}>
        {children}
      </Context>
      <FieldErrors id={`${controlId}-error`} errors={faults} />
    </div>
  );
}

/** A fieldset: several controls, such as radio buttons or checkboxes, under one name. */
export function FieldGroup({
  label,
  hint,
  error,
  required = false,
  id,
  hideLabel,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const groupId = id ?? ownId;
  const faults = sentences(error);
  return (
    <fieldset
      className={className ? `field ${className}` : "field"}
      id={groupId}
      aria-describedby={describedBy(groupId, hint, faults)}
      tabIndex={-1}
    >
      <legend className={hideLabel ? "visually-hidden" : "field-label"}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && (
        <div className="field-hint" id={`${groupId}-hint`}>
          {hint}
        </div>
      )}
      <Context value={null}>{children}</Context>
      <FieldErrors id={`${groupId}-error`} errors={faults} />
    </fieldset>
  );
}

function control(id: string, hint: ReactNode, faults: readonly string[], required: boolean): ControlProps {
  return {
    id,
    "aria-describedby": describedBy(id, hint, faults),
    "aria-invalid": faults.length > 0 || undefined,
    "aria-required": required || undefined,
  };
}

function describedBy(id: string, hint: ReactNode, faults: readonly string[]): string | undefined {
  if (!hint && faults.length === 0) return undefined;
  return classNames(hint ? `${id}-hint` : null, faults.length > 0 && `${id}-error`);
}

/** Focus or click a custom control, as browsers do when the label of an input is clicked. */
function enterControl(id: string): void {
  const control = document.getElementById(id);
  if (control?.matches("input")) control.click();
  else control?.focus();
}

function RequiredMark() {
  return (
    <span className="field-required" aria-hidden="true">
      {"\u00a0*"}
    </span>
  );
}

/** The errors below a control. The live region is always rendered, so that screen readers announce new errors. */
export function FieldErrors({ id, errors }: { id?: string; errors: readonly string[] }) {
  return (
    <div id={id} aria-live="polite">
      {errors.map((sentence) => (
        <div className="field-error" key={sentence}>
          <Icon name="error" />
          <span>{sentence}</span>
        </div>
      ))}
    </div>
  );
}

/** All errors of a form at its top, each with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({
  errors,
  title = "There is a problem",
}: {
  errors: readonly { fieldId: string; message: string }[];
  title?: string;
}) {
  if (errors.length === 0) return null;
  return (
    <section className="error-summary" tabIndex={-1} ref={focusOnMount} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {errors.map(({ fieldId, message }) => (
          <li key={fieldId + message}>
            <a href={`#${fieldId}`} onClick={(event) => focusField(event, fieldId)}>
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A ref callback that focuses an element when it appears. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus();

function focusField(event: { preventDefault: () => void }, id: string): void {
  const field = document.getElementById(id);
  if (!field) return;
  event.preventDefault();
  field.scrollIntoView({ block: "center" });
  const control = field.matches("fieldset") ? field.querySelector<HTMLElement>("input") : field;
  (control ?? field).focus({ preventScroll: true });
}

/** The labels of the fields that are missing or wrong, as the reason why a submit button is disabled. */
export function StillNeeded({ labels }: { labels: readonly string[] }) {
  if (labels.length === 0) return null;
  return <p className="footer-note text-secondary">Still needed: {labels.join(", ")}</p>;
}
