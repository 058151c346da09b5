import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { FailureAlert } from "../../ui/failure-alert";
import { Field } from "../../ui/field";
import { Select } from "../../ui/inputs";
import {
  type ColumnTarget,
  type ImportSheet,
  type SheetMapping,
  type SupplierImport,
  type Target,
  targets,
} from "./types";
import "./imports.scss";

type Props = {
  read: SupplierImport;
  onSaved: (read: SupplierImport) => void;
  /** Return to the plan; null before the first one. */
  onCancel: (() => void) | null;
};

const roles = [
  { value: "SUPPLIERS", label: "Suppliers" },
  { value: "CONTACTS", label: "Contacts" },
  { value: "NONE", label: "Left out" },
];

/** Choose what the sheets contain and the field of each column. */
export function ColumnsForm({ read, onSaved, onCancel }: Props) {
  const [sheets, setSheets] = useState<SheetMapping[]>(read.mapping);
  const { save, busy, failure } = useSave({
    send: () =>
      request("PUT", "/api/supplierImport/{supplier_import_id}/mapping", {
        path: { supplier_import_id: read.id },
        body: { sheets },
      }),
    onSaved,
    failureOf: errorText,
  });
  const change = (name: string, part: Partial<SheetMapping>) =>
    setSheets(sheets.map((each) => (each.sheet === name ? { ...each, ...part } : each)));
  return (
    <>
      <p>
        We matched the columns by their headings. Check them, and change what is wrong. An empty cell never
        clears a value.
      </p>
      <FailureAlert error={read.error} />
      {read.sheets.map((sheet) => {
        const mapping = sheets.find((each) => each.sheet === sheet.name);
        return (
          mapping && (
            <SheetCard
              key={sheet.name}
              sheet={sheet}
              mapping={mapping}
              options={[...options, ...read.customFields.map(customOption)]}
              hasOthers={read.sheets.length > 1}
              onChange={(part) => change(sheet.name, part)}
            />
          )
        );
      })}
      <FailureAlert error={failure} />
      <div className="import-foot">
        {onCancel && <Button onClick={onCancel}>Back to the plan</Button>}
        <Button variant="primary" busy={busy} busyText="Checking..." onClick={() => save()}>
          Check the rows
        </Button>
      </div>
    </>
  );
}

type SheetProps = {
  sheet: ImportSheet;
  mapping: SheetMapping;
  options: readonly { value: string; label: string }[];
  hasOthers: boolean;
  onChange: (part: Partial<SheetMapping>) => void;
};

function SheetCard({ sheet, mapping, options, hasOthers, onChange }: SheetProps) {
  const { role, columns } = mapping;
  const isUsed = role !== "NONE";
  const targetOf = (index: number) => optionOf(columns.find((each) => each.index === index));
  const choose = (index: number, value: string) => {
    // A field is in one column: choosing it again moves it.
    const others = columns.filter((each) => each.index !== index && optionOf(each) !== value);
    onChange({ columns: value ? [...others, { index, ...targetFrom(value) }] : others });
  };
  const leftOut = sheet.columns.filter(({ index }) => !targetOf(index));
  return (
    <Card title={<bdi>{sheet.name}</bdi>} className="import-sheet">
      <p className="text-secondary">
        {formatCount(sheet.rowCount, "row")} below the headings in row {sheet.header + 1}
      </p>
      {hasOthers && (
        <Field label="This sheet contains">
          <Select
            value={role}
            onChange={({ target }) => onChange({ role: target.value as SheetMapping["role"] })}
            options={roles}
          />
        </Field>
      )}
      {isUsed && (
        <>
          <ul className="import-columns" aria-label="Columns">
            {sheet.columns.map(({ index, letter, heading, samples }) => (
              <li key={index}>
                <span className="import-column">
                  <strong>
                    <span className="text-secondary">{letter}</span> <bdi>{heading || "No heading"}</bdi>
                  </strong>
                  <bdi className="import-samples text-secondary">{samples.join(" · ") || "No values"}</bdi>
                </span>
                <Select
                  aria-label={`Field of column ${letter}${heading ? `, ${heading}` : ""}`}
                  value={targetOf(index)}
                  onChange={({ target }) => choose(index, target.value)}
                  placeholder="Left out"
                  options={options}
                />
              </li>
            ))}
          </ul>
          {leftOut.length > 0 && (
            <p className="field-hint" role="status">
              {leftOut.length === 1 ? "This column is" : `These ${leftOut.length} columns are`} left out:{" "}
              {leftOut.map(({ letter, heading }) => heading || letter).join(", ")}.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

const customPrefix = "custom:";
const customOption = ({ name, label }: SupplierImport["customFields"][number]) => ({
  value: `${customPrefix}${name}`,
  label: `Custom field: ${label}`,
});

/** Return the option of a column; "" for a column that is left out. */
function optionOf(column: ColumnTarget | undefined): string {
  return column?.customField ? `${customPrefix}${column.customField}` : (column?.target ?? "");
}

function targetFrom(value: string): Omit<ColumnTarget, "index"> {
  return value.startsWith(customPrefix)
    ? { target: null, customField: value.slice(customPrefix.length) }
    : { target: value as Target, customField: null };
}

const options = targets.flatMap(({ fields }) => fields.map(([value, label]) => ({ value, label })));
