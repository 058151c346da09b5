import { useRef } from "react";
import type { Column, ColumnType, Option } from "../../../../domain/questionnaire/rules/types";
import { renderThenFocus } from "../../../../lib/browser/render-then-focus";
import { Button } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { Checkbox, Select, TextInput } from "../../../../ui/inputs";
import { moved, RowButtons } from "../../row-buttons";
import { freeName, nameFault, nameFromWords } from "./field-names";
import { OptionsEditor } from "./field-options";
import "./field-settings.scss";

const maxColumns = 12;
const noColumns: readonly Column[] = [];

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
export function ColumnsEditor({ columns, faults, id, published = noColumns, onChange }: Props) {
  const rows = useRef<HTMLOListElement>(null);
  const storedColumns = columns.map(storedColumn);
  const publishedByName = new Map(published.map((column) => [column.name, column]));
  const takenNames = (others: readonly Column[]) =>
    new Set([...others.map(({ name }) => name), ...publishedByName.keys()]);
  const updateColumn = (index: number, change: Partial<Column>) =>
    onChange(columns.map((column, at) => storedColumn(at === index ? { ...column, ...change } : column)));
  const relabel = (index: number, label: string) => {
    const column = columns[index];
    const others = takenNames(columns.filter((_, at) => at !== index));
    const newName = nameFromWords(label);
    const isFree = column && /^column_\d+$/.test(column.name) && !publishedByName.has(column.name);
    const isDerived = isFree && nameFault(newName, new Set()) === null;
    updateColumn(index, { label, ...(isDerived ? { name: freeName(newName, others) } : {}) });
  };
  const restorePublished = (index: number) => {
    const { name = "", label } = columns[index] ?? {};
    const match = published.find(
      (column) => column.label === label && !columns.some((current) => current.name === column.name),
    );
    if (match && !publishedByName.has(name)) updateColumn(index, match);
  };
  const add = () => {
    const name = freeName(`column_${columns.length + 1}`, takenNames(columns));
    renderThenFocus(
      () => onChange([...storedColumns, { name, label: `Column ${columns.length + 1}` }]),
      () => rows.current?.lastElementChild,
    );
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
                onBlur={() => restorePublished(index)}
              />
              <RowButtons
                what={`column ${index + 1}`}
                index={index}
                count={columns.length}
                onMove={(step) => onChange(moved(storedColumns, index, step))}
                onRemove={() => onChange(storedColumns.filter((_, at) => at !== index))}
              />
            </div>
            <div className="form-row">
              <Select
                aria-label={`Type of column ${index + 1}`}
                value={column.type}
                disabled={publishedByName.has(column.name)}
                options={types}
                onChange={(event) =>
                  updateColumn(index, { type: event.target.value as ColumnType, options: [] })
                }
              />
              <Checkbox
                label="Required"
                checked={column.required}
                onChange={(event) => updateColumn(index, { required: event.target.checked })}
              />
            </div>
            {column.type === "SINGLE_CHOICE" && (
              <OptionsEditor
                label={`Options of column ${index + 1}`}
                options={column.options}
                published={publishedByName.get(column.name)?.options}
                onChange={(options) => updateColumn(index, { options })}
              />
            )}
          </li>
        ))}
      </ol>
      {columns.length < maxColumns && (
        <Button size="sm" icon="add" onClick={add}>
          Add a column
        </Button>
      )}
    </FieldGroup>
  );
}

/** Return the stored form of a column, without default values. */
function storedColumn({ name, label, type, required, options }: Column): Partial<Column> {
  const stored: {
    name: string;
    label: string;
    type?: ColumnType;
    required?: boolean;
    options?: readonly Option[];
  } = {
    name,
    label,
  };
  if (type !== "TEXT") stored.type = type;
  if (required) stored.required = true;
  if (options.length > 0) stored.options = options;
  return stored;
}
