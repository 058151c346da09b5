import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { fieldErrors } from "../../api/field-errors";
import { useSave } from "../../lib/state/use-save";
import { Button } from "../../ui/button";
import type { ImportRow, SupplierImport } from "./types";
import "./imports.scss";

type Props = {
  importId: number;
  row: ImportRow;
  cell: ImportRow["cells"][number];
  /** The rows are being checked after an earlier correction. */
  isChecking: boolean;
  onCorrected: (read: SupplierImport) => void;
};

/** The server's maximum. */
const maxLength = 5_000;

/** The text of a wrong cell, corrected in place. It stays as typed until the server has accepted it. */
export function CellForm({ importId, row, cell, isChecking, onCorrected }: Props) {
  const [text, setText] = useState(cell.text);
  const [sent, setSent] = useState<string | null>(null);
  const [fault, setFault] = useState("");
  const { target, customField } = cell;
  const id = `cell-${row.n}-${customField ?? target}`;
  const { save, busy, failure } = useSave({
    send: () =>
      request("PUT", "/api/supplierImport/{supplier_import_id}/row/{n}/cell", {
        path: { supplier_import_id: importId, n: row.n },
        body: { target, customField, text },
        toast: false,
      }),
    onSaved: (read) => {
      setSent(text);
      onCorrected(read);
    },
    onError: (error) => setFault(fieldErrors(error).text?.[0] ?? ""),
    failureOf: errorText,
  });
  const isSent = isChecking && sent === text;
  const problem = busy ? "" : fault || failure;
  return (
    <form
      className="import-cell"
      onSubmit={(event) => {
        event.preventDefault();
        setFault("");
        save();
      }}
    >
      <label htmlFor={id}>{cell.label}</label>
      <input
        id={id}
        className="form-control form-control-sm"
        value={text}
        maxLength={maxLength}
        autoComplete="off"
        aria-invalid={!!problem}
        aria-describedby={problem ? `${id}-problem` : undefined}
        data-cell={row.n}
        onChange={({ target }) => {
          setText(target.value);
          setFault("");
        }}
      />
      <Button
        type="submit"
        size="sm"
        busy={busy || isSent}
        busyText="Checking..."
        disabled={text === cell.text}
      >
        Correct<span className="visually-hidden"> {cell.label}</span>
      </Button>
      {problem && (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Move the focus to the next wrong cell below row `n`, or to the first one, after the corrected one has left the list. */
export function focusNextCell(n: number): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  const inputs = [...document.querySelectorAll<HTMLInputElement>("[data-cell]")];
  const next = inputs.find(({ dataset }) => Number(dataset.cell) > n) ?? inputs[0];
  (next ?? document.getElementById("content"))?.focus();
}
