import { useId } from "react";
import { Field } from "../ui/field";
import { Select } from "../ui/inputs";

const choices = [
  { value: "", label: "Any due date" },
  { value: "late", label: "Late" },
  { value: "week", label: "Due within 7 days" },
];

type Props = { value: string; onChange: (event: { target: { value: string } }) => void };

/** The filter of a list by due date: the values of the `due` parameter of the API. */
export function DueFilter(props: Props) {
  const id = useId();
  return (
    <Field label="Due" id={id}>
      <Select {...props} options={choices} />
    </Field>
  );
}
