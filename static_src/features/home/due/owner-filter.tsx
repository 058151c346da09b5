import { useId, useState } from "react";
import { request } from "../../../api/client";
import { Field } from "../../../ui/field";
import { Select } from "../../../ui/inputs";
import { type Option, TypeAhead } from "../../../ui/type-ahead";
import type { DueOwner } from "../types";

type Props = {
  /** ME, ALL, or the id of a colleague. */
  value: string;
  /** The colleague in the address when the page was loaded. */
  first: DueOwner | null;
  onChange: (value: string) => void;
};

const one = "ONE";
const scopes = [
  { value: "ME", label: "Me" },
  { value: "ALL", label: "Everyone" },
  { value: one, label: "One colleague..." },
];

/** The filter by owner: the viewer, everyone at the organisation, or one colleague, found by typing a name. */
export function OwnerFilter({ value, first, onChange }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const [chosen, setChosen] = useState<Option | null>(first && { value: first.id, label: first.name });
  const isUser = /^\d+$/.test(value);
  const scopeId = useId();
  const userId = useId();
  return (
    <>
      <Field label="Owner" id={scopeId}>
        <Select
          value={isUser || isChoosing ? one : value}
          options={scopes}
          onChange={({ target }) => {
            setChoosing(target.value === one);
            if (target.value !== one) onChange(target.value);
          }}
        />
      </Field>
      {(isUser || isChoosing) && (
        <Field label="Colleague" id={userId}>
          <TypeAhead<Option>
            value={isUser && String(chosen?.value) === value ? chosen : null}
            search={findColleagues}
            placeholder="Type a name"
            onChange={(option) => {
              setChosen(option);
              setChoosing(true);
              onChange(option ? String(option.value) : "ME");
            }}
          />
        </Field>
      )}
    </>
  );
}

async function findColleagues(text: string, signal: AbortSignal): Promise<Option[]> {
  const query = { search: text, myOrgOnly: true, includeSuspended: true, pageSize: 10 };
  const people = await request("GET", "/api/user", { query, signal, toast: false });
  return people.map(({ id, name, jobTitle }) => ({ value: id, label: name, note: jobTitle ?? undefined }));
}
