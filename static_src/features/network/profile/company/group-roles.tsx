import { Button, IconButton } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { Select, TextInput } from "../../../../ui/inputs";
import type { Company } from "./company";
import type { GroupRow } from "./provider-values";
import "./company.scss";

type Props = {
  rows: readonly GroupRow[];
  roles: Company["roles"];
  error: readonly string[];
  disabled: boolean;
  onChange: (rows: GroupRow[]) => void;
};

/** Groups of the provider with the role that people in them get when they join. */
export function GroupRoles({ rows, roles, error, disabled, onChange }: Props) {
  const lowest = roles.find(({ isLowest }) => isLowest);
  const change = (key: number, values: Partial<GroupRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...values } : row)));
  return (
    <FieldGroup
      label="Roles by group"
      hint={`Optional. A person gets the role of the first group in this list that they are in. ${
        lowest ? `Everyone else gets the role ${lowest.name}.` : "Only members of these groups can join."
      } After that, change roles here, not at the provider.`}
      error={error}
    >
      {rows.map(({ key, name, roleId }, index) => (
        <div className="company-group" key={key}>
          <TextInput
            aria-label={`Group ${index + 1}`}
            placeholder="Name or id of the group"
            maxLength={200}
            value={name}
            disabled={disabled}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <Select
            aria-label={`Role of group ${index + 1}`}
            placeholder="Choose a role"
            options={roles.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={roleId ?? ""}
            disabled={disabled}
            onChange={(event) => change(key, { roleId: Number(event.target.value) || null })}
          />
          <IconButton
            icon="delete"
            label={`Remove group ${index + 1}`}
            disabled={disabled}
            onClick={() => onChange(rows.filter((row) => row.key !== key))}
          />
        </div>
      ))}
      {rows.length < 100 && (
        <Button
          size="sm"
          icon="add"
          disabled={disabled}
          onClick={() => onChange([...rows, { key: nextKey(rows), name: "", roleId: null }])}
        >
          Add group
        </Button>
      )}
    </FieldGroup>
  );
}

const nextKey = (rows: readonly GroupRow[]) => Math.max(-1, ...rows.map(({ key }) => key)) + 1;
