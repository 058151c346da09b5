import type { ReactNode } from "react";
import { printDay } from "../../lib/text/days";
import { Button } from "../../ui/button";
import { DateInput } from "../../ui/date-input";
import { Field } from "../../ui/field";
import { Checkbox, Select, TextArea, TextInput } from "../../ui/inputs";
import { useStepField } from "./work-context";
import "./corrective-action.scss";

type Props = { name: string; label: string; hint?: string; required?: boolean };

/** A text of one or several lines. */
export function StepText({ name, label, hint, required = false, lines = 1 }: Props & { lines?: number }) {
  const field = useStepField(name);
  const text = typeof field.value === "string" ? field.value : "";
  if (field.isReadOnly) return <ShownValue label={label}>{text}</ShownValue>;
  return (
    <>
      <Field label={label} hint={hint} error={field.errors} required={required}>
        {lines > 1 ? (
          <TextArea
            rows={lines}
            grow
            maxLength={4000}
            value={text}
            onChange={(event) => field.set(event.target.value)}
          />
        ) : (
          <TextInput maxLength={200} value={text} onChange={(event) => field.set(event.target.value)} />
        )}
      </Field>
      <ConflictChoice field={field} label={label} />
    </>
  );
}

/** A number of parts. */
export function StepCount({ name, label, required = false }: Props) {
  const field = useStepField(name);
  const text = typeof field.value === "number" ? String(field.value) : "";
  if (field.isReadOnly) return <ShownValue label={label}>{text}</ShownValue>;
  return (
    <>
      <Field label={label} error={field.errors} required={required}>
        <TextInput
          inputMode="numeric"
          maxLength={10}
          value={text}
          onChange={(event) => {
            const digits = event.target.value.replace(/\D/g, "");
            field.set(digits === "" ? null : Number(digits));
          }}
        />
      </Field>
      <ConflictChoice field={field} label={label} />
    </>
  );
}

/** A day. */
export function StepDay({ name, label, required = false }: Props) {
  const field = useStepField(name);
  const day = typeof field.value === "string" ? field.value : null;
  if (field.isReadOnly) return <ShownValue label={label}>{printDay(day)}</ShownValue>;
  return (
    <>
      <Field label={label} error={field.errors} required={required}>
        <DateInput value={day} onChange={(next, text) => (next || text === "") && field.set(next)} />
      </Field>
      <ConflictChoice field={field} label={label} />
    </>
  );
}

/** A tick. */
export function StepTick({ name, label }: Props) {
  const field = useStepField(name);
  const isTicked = field.value === true;
  if (field.isReadOnly) return isTicked ? <p className="step-ticked">{label}</p> : null;
  return (
    <>
      <Checkbox
        label={label}
        checked={isTicked}
        onChange={(event) => field.set(event.target.checked || null)}
      />
      <ConflictChoice field={field} label={label} />
    </>
  );
}

type WordProps = Props & { options: readonly { value: string; label: string }[] };

/** A word of a list. */
export function StepWord({ name, label, options }: WordProps) {
  const field = useStepField(name);
  const value = typeof field.value === "string" ? field.value : "";
  if (field.isReadOnly) {
    return (
      <ShownValue label={label}>{options.find((option) => option.value === value)?.label ?? ""}</ShownValue>
    );
  }
  return (
    <>
      <Field label={label} error={field.errors}>
        <Select
          value={value}
          options={options}
          placeholder="Not chosen"
          onChange={(event) => field.set(event.target.value)}
        />
      </Field>
      <ConflictChoice field={field} label={label} />
    </>
  );
}

/** The value of a field that the viewer cannot change. */
function ShownValue({ label, children }: { label: string; children: string }) {
  return (
    <div className="step-shown">
      <div className="step-shown-label">{label}</div>
      <div className="step-shown-text" dir="auto">
        {children || <span className="text-secondary">Not entered</span>}
      </div>
    </div>
  );
}

type ConflictProps = { field: ReturnType<typeof useStepField>; label: string };

/** The choice between two values, if another person changed the field meanwhile. */
function ConflictChoice({ field, label }: ConflictProps): ReactNode {
  const { conflict } = field;
  if (!conflict) return null;
  const theirs = shownText(conflict.value);
  return (
    <div className="alert alert-warning step-conflict" role="alert">
      <p>
        <strong>{conflict.name}</strong> changed this meanwhile.
        {theirs ? (
          <>
            {" "}
            It says: “<bdi>{theirs}</bdi>”
          </>
        ) : (
          " It is empty now."
        )}
      </p>
      <div className="button-row">
        <Button size="sm" onClick={field.keepMine}>
          Keep mine<span className="visually-hidden">: {label}</span>
        </Button>
        <Button size="sm" onClick={field.takeTheirs}>
          Take theirs<span className="visually-hidden">: {label}</span>
        </Button>
      </div>
    </div>
  );
}

function shownText(value: unknown): string {
  if (value === true) return "ticked";
  if (typeof value === "string") return /^\d{4}-\d{2}-\d{2}$/.test(value) ? printDay(value) : value;
  return typeof value === "number" ? String(value) : "";
}
