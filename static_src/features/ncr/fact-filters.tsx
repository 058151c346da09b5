import { useId, useState } from "react";
import type { ListFilterState } from "../../lib/state/use-list-filters";
import { printDay } from "../../lib/text/days";
import { Button } from "../../ui/button";
import { Field, FieldGroup } from "../../ui/field";
import { Select, Switch, TextInput } from "../../ui/inputs";
import { useDefectCodes } from "./calls";
import { dispositions } from "./dispositions";
import type { NcrFilters } from "./filters";

const dispositionChoices = [
  { value: "", label: "Any disposition" },
  ...Object.entries(dispositions).map(([value, label]) => ({ value, label })),
];

const parties = [
  { value: "", label: "By us and about us" },
  { value: "raised", label: "By us" },
  { value: "received", label: "About us" },
];

/** The filters of the list by supplier, part, defect, disposition, recurrence and day of the event. */
export function FactFilters({ filters }: { filters: ListFilterState<NcrFilters> }) {
  const { values, set } = filters;
  const id = useId();
  return (
    <>
      <Field label="Supplier" id={`${id}supplier`}>
        <TextInput {...filters.text("supplierName")} placeholder="Supplier" maxLength={200} />
      </Field>
      <Field label="Raised" id={`${id}party`}>
        <Select {...filters.text("party")} options={parties} />
      </Field>
      <Field label="Part number" id={`${id}part`}>
        <TextInput {...filters.text("partNumber")} placeholder="Part number" maxLength={100} />
      </Field>
      <Field label="Defect code" id={`${id}code`}>
        <CodeSelect {...filters.text("defectCodeId")} />
      </Field>
      <Field label="Disposition" id={`${id}disposition`}>
        <Select {...filters.text("dispositions")} options={dispositionChoices} />
      </Field>
      <FieldGroup label="Recurrence">
        <Switch label="Recurring" {...filters.toggle("recurring")} />
      </FieldGroup>
      {(values.eventFrom || values.eventTo) && (
        <Button size="sm" icon="close" onClick={() => set({ eventFrom: "", eventTo: "" })}>
          {periodText(values.eventFrom, values.eventTo)}
        </Button>
      )}
    </>
  );
}

/** The days of the events, which a link of the figures sets. */
function periodText(from: string, to: string): string {
  if (!to) return `From ${printDay(from)}`;
  return from ? `${printDay(from)} to ${printDay(to)}` : `Until ${printDay(to)}`;
}

type SelectProps = { value: string; onChange: (event: { target: { value: string } }) => void };

/** The codes load when the filter is used, so that the list needs no request for them. */
function CodeSelect({ value, onChange }: SelectProps) {
  const [isUsed, setUsed] = useState(false);
  const codes = useDefectCodes(isUsed || value !== "");
  const choices = (codes ?? []).map(({ id, code, name }) => ({
    value: String(id),
    label: `${code} ${name}`,
  }));
  const isListed = value === "" || choices.some((choice) => choice.value === value);
  return (
    <Select
      value={value}
      onFocus={() => setUsed(true)}
      onPointerDown={() => setUsed(true)}
      onChange={onChange}
      options={[
        { value: "", label: "Any defect" },
        ...choices,
        ...(isListed ? [] : [{ value, label: codes ? "Another defect" : "Loading..." }]),
      ]}
    />
  );
}
