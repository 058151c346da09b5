import { useState } from "react";
import { errorText } from "../../../api/errors";
import { useSave } from "../../../lib/state/use-save";
import { formatCount } from "../../../lib/text/numbers";
import { Button } from "../../../ui/button";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { type Choice, Select } from "../../../ui/inputs";
import type { OpenRfx } from "../detail/open-rfx";
import { DiscardButton } from "./discard-button";
import { Foot } from "./foot";
import type { AnswerImport, ImportMapping, ImportSheet } from "./types";
import { readAgain } from "./workbook-calls";
import "./workbook.scss";

type Props = {
  open: OpenRfx;
  read: AnswerImport;
  foot: HTMLElement | null;
  onRead: (read: AnswerImport) => void;
  onDiscarded: () => void;
  /** Return to the changes; null before the first match. */
  onCancel: (() => void) | null;
};

type Columns = Omit<ImportMapping, "sheet">;
type Chosen = { [column in keyof Columns]: Columns[column] | null };

const headings: Readonly<Record<keyof Columns, RegExp>> = {
  questionColumn: /question|control|requirement|frage|pregunta/i,
  answerColumn: /answer|response|reply|antwort|respuesta|r.ponse/i,
  commentColumn: /comment|note|remark|explanation|kommentar|comentario/i,
};

/** Return the columns whose headings name their content; of several the one with the longest texts. */
function guessColumns({ columns }: ImportSheet): Chosen {
  const byLength = [...columns].sort((one, other) => textLength(other) - textLength(one));
  const taken = new Set<number>();
  const find = (name: keyof Columns) => {
    const named = byLength.find(({ index, heading }) => !taken.has(index) && headings[name].test(heading));
    if (named) taken.add(named.index);
    return named?.index ?? null;
  };
  // "Comment on the answer" is a comment.
  const commentColumn = find("commentColumn");
  const answerColumn = find("answerColumn");
  return { commentColumn, answerColumn, questionColumn: find("questionColumn") };
}

const textLength = ({ samples }: ImportSheet["columns"][number]) => samples.join("").length;

/** Choose the sheet and the columns of a file that was not downloaded here. */
export function MappingForm({ open, read, foot, onRead, onDiscarded, onCancel }: Props) {
  const { sheets, mapping } = read;
  const [name, setName] = useState(mapping?.sheet ?? largestSheet(sheets)?.name ?? "");
  const sheet = sheets.find((each) => each.name === name);
  const [chosen, setChosen] = useState<Chosen>(() => mapping ?? (sheet ? guessColumns(sheet) : noColumns));
  const [isTried, setTried] = useState(false);
  const { save, busy, failure } = useSave({
    send: (next: ImportMapping) => readAgain(open.rfx.id, read.id, next),
    onSaved: onRead,
    failureOf: errorText,
  });
  const faults = faultsOf(chosen);
  const submit = () => {
    const { questionColumn, answerColumn, commentColumn } = chosen;
    setTried(true);
    if (questionColumn === null || answerColumn === null || Object.keys(faults).length > 0) return;
    save({ sheet: name, questionColumn, answerColumn, commentColumn });
  };
  const changeSheet = (next: string) => {
    const nextSheet = sheets.find((each) => each.name === next);
    setName(next);
    setChosen(nextSheet ? guessColumns(nextSheet) : noColumns);
  };
  const choose = (column: keyof Columns) => (index: string) =>
    setChosen({ ...chosen, [column]: index === "" ? null : Number(index) });
  const columns = sheet?.columns.map(({ index, letter, heading }) => ({
    value: String(index),
    label: heading ? `${letter}: ${heading}` : letter,
  }));
  const select = (column: keyof Columns, label: string, isRequired: boolean) => (
    <ColumnField
      label={label}
      required={isRequired}
      columns={columns ?? []}
      value={chosen[column]}
      error={(isTried && faults[column]) || null}
      onChange={choose(column)}
    />
  );
  return (
    <>
      <p>
        <bdi>{read.filename}</bdi> was not downloaded from this page. Choose the columns with the questions
        and your answers. You compare them before anything is saved.
      </p>
      <div className="form-grid">
        {sheets.length > 1 && (
          <Field label="Sheet">
            <Select
              value={name}
              onChange={({ target }) => changeSheet(target.value)}
              options={sheets.map((each) => ({
                value: each.name,
                label: `${each.name} (${formatCount(each.rowCount, "row")})`,
              }))}
            />
          </Field>
        )}
        {select("questionColumn", "Questions", true)}
        {select("answerColumn", "Answers", true)}
        {select("commentColumn", "Comments", false)}
      </div>
      {sheet && <Samples sheet={sheet} chosen={chosen} />}
      <FailureAlert error={failure} className="mt-3 mb-0" />
      <Foot foot={foot}>
        <DiscardButton open={open} importId={read.id} onDiscarded={onDiscarded} />
        {onCancel && <Button onClick={onCancel}>Back</Button>}
        <Button variant="primary" busy={busy} busyText="Matching..." onClick={submit}>
          Match questions
        </Button>
      </Foot>
    </>
  );
}

const noColumns: Chosen = { questionColumn: null, answerColumn: null, commentColumn: null };

function largestSheet(sheets: readonly ImportSheet[]): ImportSheet | undefined {
  return [...sheets].sort((one, other) => other.rowCount - one.rowCount)[0];
}

function faultsOf({ questionColumn, answerColumn, commentColumn }: Chosen): Partial<Record<string, string>> {
  return {
    ...(questionColumn === null && { questionColumn: "Choose the column with the questions." }),
    ...(answerColumn === null && { answerColumn: "Choose the column with the answers." }),
    ...(answerColumn !== null &&
      answerColumn === questionColumn && { answerColumn: "Choose another column." }),
    ...(commentColumn !== null &&
      [questionColumn, answerColumn].includes(commentColumn) && { commentColumn: "Choose another column." }),
  };
}

type ColumnFieldProps = {
  label: string;
  required: boolean;
  columns: readonly Choice[];
  value: number | null;
  error: string | null;
  onChange: (index: string) => void;
};

function ColumnField({ label, required, columns, value, error, onChange }: ColumnFieldProps) {
  return (
    <Field label={label} required={required} error={error}>
      <Select
        value={value === null ? "" : String(value)}
        onChange={({ target }) => onChange(target.value)}
        placeholder={required ? "Choose a column" : "None"}
        options={columns}
      />
    </Field>
  );
}

const roles: Readonly<Record<keyof Columns, string>> = {
  questionColumn: "Questions",
  answerColumn: "Answers",
  commentColumn: "Comments",
};

/** The first rows of the sheet, with the chosen columns marked. */
function Samples({ sheet, chosen }: { sheet: ImportSheet; chosen: Chosen }) {
  const roleOf = (index: number) =>
    (Object.keys(roles) as (keyof Columns)[]).find((name) => chosen[name] === index);
  const rowCount = Math.max(0, ...sheet.columns.map(({ samples }) => samples.length));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls by keyboard
    <section className="workbook-samples" tabIndex={0} aria-label="First rows of the sheet">
      <table className="data-table">
        <thead>
          <tr>
            {sheet.columns.map(({ index, letter, heading }) => {
              const role = roleOf(index);
              return (
                <th key={index} scope="col" className={role && "workbook-chosen"}>
                  {letter} {heading}
                  {role && <span> ({roles[role]})</span>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length: rowCount }, (_, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no identity
            <tr key={row}>
              {sheet.columns.map(({ index, samples }) => (
                <td key={index} className={roleOf(index) && "workbook-chosen"}>
                  <bdi>{samples[row] ?? ""}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
