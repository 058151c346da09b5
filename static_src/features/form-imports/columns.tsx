import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import { useSave } from "../../lib/state/use-save";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Field } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Checkbox, Select, TextInput } from "../../ui/inputs";
import {
  type Chosen,
  type FormImport,
  type ImportSheet,
  type Meaning,
  meanings,
  repeatable,
  type SheetMapping,
} from "./types";
import "./form-imports.scss";

type Props = { read: FormImport; chosen: Chosen; onChange: (part: Partial<Chosen>) => void };

const options = meanings.map(([value, label]) => ({ value, label }));
const ownReaders = ["assay", "xlsform"];

/** The sheets with their columns: five sample cells and the meaning of each. */
export function Columns({ read, chosen, onChange }: Props) {
  const [isNaming, setNaming] = useState(false);
  const isFixed = ownReaders.includes(chosen.profile);
  const change = (name: string, part: Partial<SheetMapping>) =>
    onChange({ sheets: chosen.sheets.map((each) => (each.sheet === name ? { ...each, ...part } : each)) });
  return (
    <Card
      title="Sheets and columns"
      actions={
        !isFixed && (
          <Button size="sm" icon="saved" onClick={() => setNaming(true)}>
            Remember this mapping as...
          </Button>
        )
      }
      className="form-import-card"
    >
      {read.languages.length > 0 && (
        <Field label="Language of the form" className="form-import-language">
          <Select
            value={chosen.language}
            placeholder="Main language of the file"
            options={read.languages.map((code) => ({ value: code, label: languageName(code) }))}
            onChange={({ target }) => onChange({ language: target.value })}
          />
        </Field>
      )}
      {isFixed ? (
        <p className="text-secondary">The columns of this format are known.</p>
      ) : (
        read.sheets.map((sheet) => {
          const mapping = chosen.sheets.find((each) => each.sheet === sheet.name);
          return (
            mapping && (
              <SheetColumns
                key={sheet.name}
                sheet={sheet}
                mapping={mapping}
                isAlone={read.sheets.length === 1}
                onChange={(part) => change(sheet.name, part)}
              />
            )
          );
        })
      )}
      {isNaming && <NameModal read={read} onClose={() => setNaming(false)} />}
    </Card>
  );
}

type SheetProps = {
  sheet: ImportSheet;
  mapping: SheetMapping;
  isAlone: boolean;
  onChange: (part: Partial<SheetMapping>) => void;
};

function SheetColumns({ sheet, mapping, isAlone, onChange }: SheetProps) {
  const { isUsed, columns, header } = mapping;
  const choose = (index: number, value: string) => {
    const language = columns.find((each) => each.index === index)?.language ?? "";
    // Most meanings are in one column: choosing one again moves it.
    const others = columns.filter(
      (each) =>
        each.index !== index &&
        (each.meaning !== value || repeatable.has(each.meaning) || (each.language ?? "") !== language),
    );
    onChange({ columns: value ? [...others, { index, meaning: value as Meaning, language }] : others });
  };
  return (
    <details className="form-import-sheet" open={isUsed || isAlone}>
      <summary>
        <bdi>{sheet.name}</bdi>
        <span className="text-secondary">
          {formatCount(sheet.rowCount, "row")}
          {!isUsed && ", left out"}
        </span>
      </summary>
      <div className="form-import-sheet-tools">
        {!isAlone && (
          <Checkbox
            label="Import the questions of this sheet"
            checked={isUsed}
            onChange={({ target }) => onChange({ isUsed: target.checked })}
          />
        )}
        {isUsed && (
          <>
            <Field label="Headings in row" hint="0 if there are none" className="form-import-header">
              <TextInput
                type="number"
                min={0}
                max={sheet.rowCount + header + 1}
                value={header + 1}
                onChange={({ target }) => {
                  const row = Math.trunc(Number(target.value));
                  if (target.value && row >= 0) onChange({ header: row - 1 });
                }}
              />
            </Field>
            {sheet.hiddenRows > 0 && (
              <Checkbox
                label={`Include ${formatCount(sheet.hiddenRows, "hidden row")}`}
                checked={mapping.hasHidden ?? false}
                onChange={({ target }) => onChange({ hasHidden: target.checked })}
              />
            )}
          </>
        )}
      </div>
      {isUsed && (
        <ul className="form-import-columns" aria-label={`Columns of ${sheet.name}`}>
          {sheet.columns.map(({ index, letter, heading, samples }) => {
            const column = columns.find((each) => each.index === index);
            return (
              <li key={index}>
                <strong>
                  <span className="text-secondary">{letter}</span> <bdi>{heading || "No heading"}</bdi>
                  {column?.language && (
                    <span className="text-secondary"> ({languageName(column.language)})</span>
                  )}
                </strong>
                <Select
                  aria-label={`Meaning of column ${letter}${heading ? `, ${heading}` : ""}`}
                  value={column?.meaning ?? ""}
                  onChange={({ target }) => choose(index, target.value)}
                  placeholder="Left out"
                  options={options}
                />
                <ul className="form-import-samples text-secondary">
                  {samples.length === 0 && <li>No values</li>}
                  {[...new Set(samples)].map((sample) => (
                    <li key={sample}>
                      <bdi>{sample}</bdi>
                    </li>
                  ))}
                </ul>
              </li>
            );
          })}
        </ul>
      )}
    </details>
  );
}

/** The name of a mapping, for the next file with the same headings. */
function NameModal({ read, onClose }: { read: FormImport; onClose: () => void }) {
  const [name, setName] = useState("");
  const { save, busy, failure } = useSave({
    send: () =>
      request("POST", "/api/importMapping", {
        body: { name: name.trim(), docFormImportId: read.id },
        toast: false,
      }),
    success: `Remembered as '${name.trim()}'. The next file with these headings uses it.`,
    onSaved: onClose,
    failureOf: errorText,
  });
  return (
    <FormModal
      title="Remember this mapping"
      submitLabel="Remember"
      busyText="Saving..."
      busy={busy}
      failure={failure}
      canSubmit={name.trim() !== ""}
      draftState={null}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onClose={onClose}
    >
      <Field label="Name" required hint="The same name replaces an earlier mapping.">
        <TextInput
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => setName(target.value)}
        />
      </Field>
    </FormModal>
  );
}

const names: Record<string, string> = {
  de: "German",
  en: "English",
  es: "Spanish",
  fr: "French",
  it: "Italian",
  nl: "Dutch",
  pl: "Polish",
  pt: "Portuguese",
};

/** Return the name of a language; its code if it is not a usual one. */
const languageName = (code: string) => names[code] ?? code;
