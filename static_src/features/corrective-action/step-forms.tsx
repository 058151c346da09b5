import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button";
import { FieldErrors } from "../../ui/field";
import { StepCount, StepDay, StepText, StepTick, StepWord } from "./fields";
import { newRow, rowsOf } from "./rows";
import { StepFiles } from "./step-files";
import type { StepName } from "./types";
import { useListProblems, useStepWork, useValues } from "./work-context";
import "./corrective-action.scss";

/** Ishikawa's categories, with the questions that lead to a cause. */
const words = [
  { value: "MAN", label: "People: trained, informed, overloaded?" },
  { value: "MACHINE", label: "Machine: worn, maintained, set up?" },
  { value: "METHOD", label: "Method: described, followed, changed?" },
  { value: "MATERIAL", label: "Material: right lot, stored, changed?" },
  { value: "MEASUREMENT", label: "Measurement: capable, calibrated, done?" },
  { value: "ENVIRONMENT", label: "Environment: light, dirt, temperature?" },
];

const questions = [
  ["what", "What is wrong?"],
  ["where", "Where was it found?"],
  ["when", "When was it found?"],
  ["who", "Who found it?"],
  ["why", "Why is it a problem?"],
  ["how", "How was it found?"],
  ["howMany", "How many parts?"],
] as const;

const places = [
  ["CUSTOMER", "At the customer"],
  ["TRANSIT", "In transit"],
  ["STOCK", "Own stock"],
  ["PRODUCTION", "In production"],
] as const;

const causes = [
  ["OCCURRENCE", "Occurrence", "Why did the failure happen?"],
  ["ESCAPE", "Escape", "Why was it not found before delivery?"],
  ["SYSTEM", "System", "Why did the quality system allow it?"],
] as const;

const updates = [
  ["FMEA", "FMEA"],
  ["CONTROL_PLAN", "Control plan"],
  ["WORK_INSTRUCTION", "Work instruction"],
] as const;

/** The fields of one step. */
export function StepForm({ step }: { step: StepName }) {
  const Form = forms[step];
  return <Form />;
}

function Team() {
  const rows = useRows("team");
  return (
    <>
      {rows.keys.map((row, index) => (
        <RowFrame key={row} label={`Person ${index + 1}`} onRemove={() => rows.remove(row)}>
          <StepText name={`team.${row}.name`} label="Name" required />
          <StepText name={`team.${row}.role`} label="Role or department" />
        </RowFrame>
      ))}
      <AddRow list="team" label="Add person" onAdd={() => rows.add("name")} />
      <StepFiles />
    </>
  );
}

function Problem() {
  return (
    <>
      {questions.map(([name, label]) => (
        <StepText
          key={name}
          name={name}
          label={label}
          lines={name === "what" ? 4 : 2}
          required={name === "what"}
        />
      ))}
      <StepFiles />
    </>
  );
}

function Containment() {
  const { work } = useStepWork();
  const values = useValues(work);
  return (
    <>
      {places.map(([place, label]) => (
        <fieldset key={place} className="step-place">
          <legend>{label}</legend>
          <StepTick name={`place.${place}.nothing`} label="Nothing there" />
          {values.get(`D3.place.${place}.nothing`) !== true && (
            <>
              <div className="step-counts">
                <StepCount name={`place.${place}.quantity`} label="Quantity" required />
                <StepCount name={`place.${place}.sorted`} label="Sorted" />
                <StepCount name={`place.${place}.bad`} label="Bad" />
              </div>
              <StepText name={`place.${place}.action`} label="What is done" lines={2} required />
              <StepDay name={`place.${place}.until`} label="Until" />
            </>
          )}
        </fieldset>
      ))}
      <StepFiles />
    </>
  );
}

function Causes() {
  return causes.map(([cause, label, question]) => (
    <fieldset key={cause} className="step-place">
      <legend>{label}</legend>
      <Whys cause={cause} question={question} />
      <StepWord name={`cause.${cause}.word`} label="Kind of cause" options={words} />
      <StepText name={`cause.${cause}.text`} label="Root cause" lines={2} required={cause !== "SYSTEM"} />
      <StepFiles place={cause} label="Evidence" />
    </fieldset>
  ));
}

function Whys({ cause, question }: { cause: string; question: string }) {
  const rows = useRows(`why.${cause}`);
  return (
    <>
      {rows.keys.map((row, index) => (
        <RowFrame key={row} label={`${index + 1}. why`} onRemove={() => rows.remove(row)} isSlim>
          <StepText
            name={`why.${cause}.${row}`}
            label={index === 0 ? question : "And why is that?"}
            lines={2}
          />
        </RowFrame>
      ))}
      <AddRow
        list={`why.${cause}`}
        label={rows.keys.length === 0 ? question : "And why is that?"}
        onAdd={() => rows.add("")}
      />
    </>
  );
}

function Plan() {
  const rows = useRows("task");
  return (
    <>
      {rows.keys.map((row, index) => (
        <RowFrame key={row} label={`Action ${index + 1}`} onRemove={() => rows.remove(row)}>
          <StepText name={`task.${row}.text`} label="What" lines={2} required />
          <StepText name={`task.${row}.responsible`} label="Who" required />
          <StepDay name={`task.${row}.due`} label="By" required />
        </RowFrame>
      ))}
      <AddRow list="task" label="Add action" onAdd={() => rows.add("text")} />
      <StepFiles />
    </>
  );
}

function Implementation() {
  const { work } = useStepWork();
  const values = useValues(work);
  const problems = useListProblems("task");
  const rows = rowsOf(values, "D5.task");
  return (
    <>
      {rows.length === 0 && (
        <p className="text-secondary">The actions that you plan in D5 are listed here.</p>
      )}
      {rows.map((row, index) => (
        <fieldset key={row} className="step-place">
          <legend>{String(values.get(`D5.task.${row}.text`) ?? `Action ${index + 1}`)}</legend>
          <StepDay name={`task.${row}.done`} label="Done on" required />
          <StepFiles place={row} label="Proof" />
        </fieldset>
      ))}
      <FieldErrors errors={problems} />
      <StepFiles />
    </>
  );
}

function Prevention() {
  const { work } = useStepWork();
  const values = useValues(work);
  return (
    <>
      {updates.map(([update, label]) => (
        <fieldset key={update} className="step-place">
          <legend>{label}</legend>
          <StepTick name={`update.${update}.none`} label="No change needed" />
          {values.get(`D7.update.${update}.none`) !== true && (
            <StepText name={`update.${update}.text`} label="What changed" lines={2} required />
          )}
        </fieldset>
      ))}
      <StepText
        name="readAcross"
        label="Read across"
        hint="Other parts or lines with the same risk."
        lines={2}
      />
      <StepFiles />
    </>
  );
}

function Closing() {
  return (
    <>
      <StepText name="closing" label="Summary and thanks to the team" lines={4} required />
      <StepFiles />
    </>
  );
}

const forms: Readonly<Record<StepName, () => ReactNode>> = {
  D1: Team,
  D2: Problem,
  D3: Containment,
  D4: Causes,
  D5: Plan,
  D6: Implementation,
  D7: Prevention,
  D8: Closing,
};

/** The rows of a list of the step. A new row is empty text, which the server treats as no row until it is filled in. */
function useRows(list: string) {
  const { work, step } = useStepWork();
  const values = useValues(work);
  const start = `${step}.${list}`;
  return {
    keys: rowsOf(values, start),
    add: (part: string) => {
      const row = newRow();
      work.open(`${start}.${row}${part ? `.${part}` : ""}`);
    },
    remove: (row: string) => {
      for (const key of values.keys()) {
        if (key === `${start}.${row}` || key.startsWith(`${start}.${row}.`)) work.edit(key, null);
      }
    },
  };
}

type RowProps = { label: string; onRemove: () => void; isSlim?: boolean; children: ReactNode };

function RowFrame({ label, onRemove, isSlim = false, children }: RowProps) {
  const { isReadOnly } = useStepWork();
  return (
    <fieldset className={isSlim ? "step-row step-row-slim" : "step-row"}>
      <legend className={isSlim ? "visually-hidden" : undefined}>{label}</legend>
      <div className="step-row-fields">{children}</div>
      {!isReadOnly && <IconButton icon="delete" size="sm" label={`Remove: ${label}`} onClick={onRemove} />}
    </fieldset>
  );
}

function AddRow({ list, label, onAdd }: { list: string; label: string; onAdd: () => void }) {
  const { isReadOnly } = useStepWork();
  const problems = useListProblems(list);
  if (isReadOnly) return null;
  return (
    <div className="step-add">
      <Button icon="add" size="sm" onClick={onAdd}>
        {label}
      </Button>
      <FieldErrors errors={problems} />
    </div>
  );
}
