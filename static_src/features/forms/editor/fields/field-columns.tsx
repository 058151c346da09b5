import { useRef } from "react";
import type { Column, ColumnType, Option } from "../../../../domain/questionnaire/rules/types";
import { Button } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { Checkbox, Select, TextInput } from "../../../../ui/inputs";
import { goToLastRow, moved, RowButtons } from "../../row-buttons";
import { freeName, nameFault, nameFromWords } from "./field-names";
import { OptionsEditor } from "./field-options";
import "./field-settings.scss";

const mostColumns = 12;
const none: readonly Column[] = [];

const types: readonly { value: ColumnType; label: string }[] = [
  { value: "TEXT", label: "Text" },
  { value: "NUMBER", label: "Number" },
  { value: "DATE", label: "Date" },
  { value: "YESNO", label: "Yes or No" },
  { value: "SINGLE_CHOICE", label: "Single choice" },
];

type Props = {
  columns: readonly Column[];
  faults?: readonly string[] | undefined;
  id?: string | undefined;
  published?: readonly Column[] | undefined;
  onChange: (columns: Partial<Column>[]) => void;
};

/**
 * Editor of the typed columns of a TABLE field. The name of a column is derived from its first label and then stays;
 * the type of a published column stays too, because stored answers depend on both. A published column that was removed
 * and is added again with the same label gets its old name and settings.
 */
export function ColumnsEditor({ columns, faults, id, published = none, onChange }: Props) {
  const rows = useRef<HTMLOListElement>(null);
  const stored = columns.map(storedColumn);
  const frozen = new Map(published.map((column) => [column.name, column]));
  const namesOf = (some: readonly Column[]) => new Set([...some.map(({ name }) => name), ...frozen.keys()]);
  const put = (index: number, change: Partial<Column>) =>
    onChange(columns.map((column, at) => storedColumn(at === index ? { ...column, ...change } : column)));
  const relabel = (index: number, label: string) => {
    const column = columns[index];
    const others = namesOf(columns.filter((_, at) => at !== index));
    const wanted = nameFromWords(label);
    const isFree = column && /^column_\d+$/.test(column.name) && !frozen.has(column.name);
    const follows = isFree && nameFault(wanted, new Set()) === null;
    put(index, { label, ...(follows ? { name: freeName(wanted, others) } : {}) });
  };
  const labelled = (index: number) => {
    const { name = "", label } = columns[index] ?? {};
    const same = published.find(
      (column) => column.label === label && !columns.some((now) => now.name === column.name),
    );
    if (same && !frozen.has(name)) put(index, same);
  };
  const add = () => {
    const name = freeName(`column_${columns.length + 1}`, namesOf(columns));
    onChange([...stored, { name, label: `Column ${columns.length + 1}` }]);
    goToLastRow(rows);
  };
  return (
    <FieldGroup label="Columns" error={faults} id={id}>
      <ol className="form-rows" ref={rows}>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no identity but its place while it is written
          <li key={index} className="form-column">
            <div className="form-row">
              <TextInput
                aria-label={`Label of column ${index + 1}`}
                maxLength={200}
                value={column.label}
                onChange={(event) => relabel(index, event.target.value)}
                onBlur={() => labelled(index)}
              />
              <RowButtons
                what={`column ${index + 1}`}
                index={index}
                count={columns.length}
                onMove={(step) => onChange(moved(stored, index, step))}
                onRemove={() => onChange(stored.filter((_, at) => at !== index))}
              />
            </div>
            <div className="form-row">
              <Select
                aria-label={`Type of column ${index + 1}`}
                value={column.type}
                disabled={frozen.has(column.name)}
                options={types}
                onChange={(event) => put(index, { type: event.target.value as ColumnType, options: [] })}
              />
              <Checkbox
                label="Required"
                checked={column.required}
                onChange={(event) => put(index, { required: event.target.checked })}
              />
            </div>
            {column.type === "SINGLE_CHOICE" && (
              <OptionsEditor
                label={`Options of column ${index + 1}`}
                options={column.options}
                published={frozen.get(column.name)?.options}
                onChange={(options) => put(index, { options })}
              />
            )}
          </li>
        ))}
      </ol>
      {columns.length < mostColumns && (
        <Button size="sm" icon="add" onClick={add}>
          Add a column
        </Button>
      )}
    </FieldGroup>
  );
}

/** Return the stored form of a column, without default values. */
function storedColumn({ name, label, type, required, options }: Column): Partial<Column> {
  const kept: {
    name: string;
    label: string;
    type?: ColumnType;
    required?: boolean;
    options?: readonly Option[];
  } = {
    name,
    label,
  };
  if (type !== "TEXT") kept.type = type;
  if (required) kept.required = true;
  if (options.length > 0) kept.options = options;
  return kept;
}
