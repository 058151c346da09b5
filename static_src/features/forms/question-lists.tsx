import type { ReactNode } from "react";
import { Button, IconButton } from "../../ui/button";
import { FieldGroup } from "../../ui/field";
import { Select, TextInput } from "../../ui/inputs";
import { columnTypeChoices } from "./field-types";
import { blankColumn, blankOption, type DraftColumn, type DraftOption } from "./question-draft";

const mostOptions = 200;
const mostColumns = 12;

type ListProps<T> = { id: string; errors: readonly string[]; onChange: (items: T[]) => void };

/** The options of a choice, in order, with the points that each gives. */
export function OptionsEditor({
  id,
  options,
  withPoints,
  errors,
  onChange,
}: ListProps<DraftOption> & { options: readonly DraftOption[]; withPoints: boolean }) {
  const change = (at: number, changes: Partial<DraftOption>) =>
    onChange(options.map((option, index) => (index === at ? { ...option, ...changes } : option)));
  return (
    <FieldGroup
      label="Options"
      required
      id={id}
      error={errors}
      hint={withPoints ? "Points are optional: they score the answer." : undefined}
    >
      {options.map((option, index) => (
        <Line
          key={option.key}
          what={`option ${index + 1}`}
          onRemove={() => onChange(options.filter((other) => other !== option))}
        >
          <TextInput
            aria-label={`Option ${index + 1}`}
            value={option.label}
            maxLength={300}
            autoComplete="off"
            onChange={(event) => change(index, { label: event.target.value })}
          />
          {withPoints && (
            <TextInput
              aria-label={`Points for option ${index + 1}`}
              className="question-points"
              placeholder="Points"
              inputMode="numeric"
              value={option.points}
              maxLength={6}
              autoComplete="off"
              onChange={(event) => change(index, { points: event.target.value })}
            />
          )}
        </Line>
      ))}
      {options.length < mostOptions && (
        <Button size="sm" icon="add" onClick={() => onChange([...options, blankOption()])}>
          Add option
        </Button>
      )}
    </FieldGroup>
  );
}

/** The columns of a table that is filled in row by row. */
export function ColumnsEditor({
  id,
  columns,
  errors,
  onChange,
}: ListProps<DraftColumn> & { columns: readonly DraftColumn[] }) {
  const change = (at: number, changes: Partial<DraftColumn>) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, ...changes } : column)));
  return (
    <FieldGroup label="Columns" required id={id} error={errors}>
      {columns.map((column, index) => (
        <Line
          key={column.key}
          what={`column ${index + 1}`}
          onRemove={() => onChange(columns.filter((other) => other !== column))}
        >
          <TextInput
            aria-label={`Heading of column ${index + 1}`}
            value={column.label}
            maxLength={200}
            autoComplete="off"
            onChange={(event) => change(index, { label: event.target.value })}
          />
          <Select
            aria-label={`Type of column ${index + 1}`}
            className="question-column-type"
            value={column.type}
            options={
              column.type === "SINGLE_CHOICE"
                ? [...columnTypeChoices, { value: "SINGLE_CHOICE", label: "Options" }]
                : columnTypeChoices
            }
            onChange={(event) => change(index, { type: event.target.value })}
          />
        </Line>
      ))}
      {columns.length < mostColumns && (
        <Button size="sm" icon="add" onClick={() => onChange([...columns, blankColumn()])}>
          Add column
        </Button>
      )}
    </FieldGroup>
  );
}

function Line({ what, onRemove, children }: { what: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className="question-line">
      {children}
      <IconButton icon="remove" size="sm" label={`Remove ${what}`} onClick={onRemove} />
    </div>
  );
}
