import { type ClipboardEvent, memo, useCallback, useRef } from "react";
import { renderThenFocus } from "../../../lib/browser/render-then-focus";
import { formatCount } from "../../../lib/text/numbers";
import { toasts } from "../../../lib/toasts";
import { Button, IconButton } from "../../../ui/button";
import { DateInput } from "../../../ui/date-input";
import { Select, TextInput } from "../../../ui/inputs";
import { controlId } from "../field-ids";
import { columnField, isEmptyRow } from "../rules/answers";
import { ruleErrors } from "../rules/rules";
import { maxRows } from "../rules/shapes";
import { type Column, type Field, isRecord, ownValue, type RowAnswer } from "../rules/types";
import { type ControlProps, textOf } from "./control-props";
import { dayOf, toTypedDate } from "./date-control";
import "../doc-view-answers.scss";
import "../doc-view-controls.scss";

/** Rows with typed columns that accept cells pasted from a spreadsheet. On a phone each row is a card. */
export function TableControl({ field, placed, value, onChange, showsErrors }: ControlProps) {
  const root = useRef<HTMLDivElement>(null);
  const rows = rowsOf(value);
  // Callbacks read the current rows from a ref, so that they stay the same and typing renders only one row.
  const latest = useRef(rows);
  latest.current = rows;
  const change = useCallback(
    (index: number, name: string, cell: unknown) =>
      onChange(latest.current.map((row, at) => (at === index ? { ...row, [name]: cell } : row))),
    [onChange],
  );
  const remove = useCallback(
    (index: number) => {
      renderThenFocus(
        () => onChange(latest.current.filter((_, at) => at !== index)),
        () => root.current?.querySelector(".doc-add-row"),
      );
    },
    [onChange],
  );
  const add = () => {
    renderThenFocus(
      () => onChange([...rows, {}]),
      () => root.current?.querySelector(`tbody tr:nth-child(${rows.length + 1}) :is(input, select)`),
    );
  };
  const paste = async (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text/plain");
    const cell = event.target instanceof Element ? event.target.closest<HTMLTableCellElement>("td") : null;
    const row = cell?.closest("tr");
    if (!cell || !row || !/[\t\n\r]./.test(text)) return;
    event.preventDefault();
    const tablePaste = await import("./table-paste").catch(() => null);
    if (!tablePaste) return void toasts.error("Without a connection only single cells can be pasted.");
    const { parseCells, pasteCells } = tablePaste;
    const cells = parseCells(text) ?? [[text.trim()]];
    const target = { row: row.sectionRowIndex, column: cell.cellIndex, maxRows: field.maxRows ?? maxRows };
    const { rows: next, skippedCells } = pasteCells(field.columns, latest.current, cells, target);
    onChange(next);
    if (skippedCells > 0) toasts.info(`${formatCount(skippedCells, "cell does", "cells do")} not fit here.`);
  };
  return (
    <div ref={root} onPaste={paste}>
      <table className="doc-rows" aria-describedby={`${controlId(placed.key)}-error`}>
        <thead>
          <tr>
            {field.columns.map((column) => (
              <th key={column.name} scope="col" data-type={column.type}>
                {column.label}
                {column.required && (
                  <span className="field-required" aria-hidden="true">
                    {"\u00a0*"}
                  </span>
                )}
              </th>
            ))}
            <th>
              <span className="visually-hidden">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are answers without identity; their cells are controlled
              key={index}
              field={field}
              row={row}
              index={index}
              showsErrors={showsErrors}
              canRemove={rows.length > 1 || !isEmptyRow(field, row)}
              onCell={change}
              onRemove={remove}
            />
          ))}
        </tbody>
      </table>
      {rows.length < (field.maxRows ?? maxRows) && (
        <Button size="sm" icon="add" className="doc-add-row" onClick={add}>
          Add a row
        </Button>
      )}
    </div>
  );
}

type RowProps = {
  field: Field;
  row: RowAnswer;
  index: number;
  showsErrors: boolean;
  canRemove: boolean;
  onCell: (index: number, name: string, cell: unknown) => void;
  onRemove: (index: number) => void;
};

const Row = memo(function Row({ field, row, index, showsErrors, canRemove, onCell, onRemove }: RowProps) {
  const isChecked = showsErrors && !isEmptyRow(field, row);
  return (
    <tr>
      {field.columns.map((column) => {
        const cell = ownValue(row, column.name);
        return (
          <td key={column.name} data-label={column.label} data-type={column.type}>
            <Cell
              column={column}
              value={cell}
              label={`${column.label}, row ${index + 1}`}
              isInvalid={isChecked && ruleErrors(columnField(column), cell).length > 0}
              onChange={(value) => onCell(index, column.name, value)}
            />
          </td>
        );
      })}
      <td className="doc-remove">
        {canRemove && (
          <IconButton
            icon="remove"
            size="sm"
            label={`Remove row ${index + 1}`}
            onClick={() => onRemove(index)}
          />
        )}
      </td>
    </tr>
  );
});

type CellProps = {
  column: Column;
  value: unknown;
  label: string;
  isInvalid: boolean;
  onChange: (value: unknown) => void;
};

const yesNo = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

function Cell({ column, value, label, isInvalid, onChange }: CellProps) {
  const name = { "aria-label": label, "aria-invalid": isInvalid || undefined };
  switch (column.type) {
    case "YESNO":
      return (
        <Select
          {...name}
          options={yesNo}
          placeholder=""
          value={typeof value === "boolean" ? String(value) : ""}
          onChange={({ target }) => onChange(target.value ? target.value === "true" : null)}
        />
      );
    case "SINGLE_CHOICE":
      return (
        <Select
          {...name}
          options={column.options}
          placeholder=""
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value || null)}
        />
      );
    case "DATE":
      return (
        <DateInput
          value={dayOf(value)}
          text={toTypedDate(textOf(value))}
          label={label}
          invalid={isInvalid}
          onChange={(_, text) => onChange(text || null)}
        />
      );
    default:
      return (
        <TextInput
          {...name}
          className={column.type === "NUMBER" ? "num" : undefined}
          inputMode={column.type === "NUMBER" ? "decimal" : undefined}
          autoComplete="off"
          value={textOf(value)}
          onChange={({ target }) => onChange(target.value || null)}
        />
      );
  }
}

/** Return the rows of an answer; an empty answer gets one blank row to type into. */
function rowsOf(value: unknown): RowAnswer[] {
  const rows = Array.isArray(value) ? value.filter(isRecord) : [];
  return rows.length > 0 ? rows : [{}];
}
