import { type ClipboardEvent, useRef } from "react";
import type { Option } from "../../lib/form-document/types";
import { Button } from "../../ui/button";
import { FieldGroup } from "../../ui/field";
import { TextInput } from "../../ui/inputs";
import { freeName, nameFromWords } from "./field-names";
import { goToLastRow, moved, RowButtons } from "./row-buttons";

const mostOptions = 200;

type Props = {
  options: readonly Option[];
  faults?: readonly string[] | undefined;
  id?: string | undefined;
  onChange: (options: Option[]) => void;
  label?: string;
};

/** The choices: what is shown and what is stored. Several lines pasted into a label become several choices. */
export function OptionsEditor({ options, faults, id, onChange, label = "Options" }: Props) {
  const rows = useRef<HTMLOListElement>(null);
  const put = (index: number, change: Partial<Option>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  const add = () => {
    const number = options.length + 1;
    const value = freeName(`option_${number}`, valuesOf(options));
    onChange([...options, { value, label: `Option ${number}` }]);
    goToLastRow(rows);
  };
  const relabel = (index: number, text: string) => {
    const option = options[index];
    if (!option) return;
    const others = valuesOf(options.filter((_, at) => at !== index));
    const wanted = nameFromWords(text);
    const follows = isGivenValue(option) && wanted !== "";
    put(index, { label: text, ...(follows ? { value: freeName(wanted, others) } : {}) });
  };
  const onPaste = (event: ClipboardEvent, index: number) => {
    const lines = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 300))
      .filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    const taken = valuesOf(options.filter((_, at) => at !== index));
    const added = lines.map((line) => {
      const value = freeName(nameFromWords(line), taken);
      taken.add(value);
      return { value, label: line };
    });
    onChange([...options.slice(0, index), ...added, ...options.slice(index + 1)].slice(0, mostOptions));
  };
  return (
    <FieldGroup label={label} error={faults} id={id}>
      <ol className="form-rows" ref={rows}>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its place while it is written
          <li key={index} className="form-row">
            <TextInput
              aria-label={`Label of option ${index + 1}`}
              maxLength={300}
              value={option.label}
              onChange={(event) => relabel(index, event.target.value)}
              onPaste={(event) => onPaste(event, index)}
            />
            <TextInput
              aria-label={`Value of option ${index + 1}`}
              className="form-row-value"
              maxLength={100}
              spellCheck={false}
              value={option.value}
              onChange={(event) => put(index, { value: event.target.value })}
            />
            <RowButtons
              what={`option ${index + 1}`}
              index={index}
              count={options.length}
              onMove={(step) => onChange(moved(options, index, step))}
              onRemove={() => onChange(options.filter((_, at) => at !== index))}
            />
          </li>
        ))}
      </ol>
      {options.length < mostOptions && (
        <Button size="sm" icon="add" onClick={add}>
          Add an option
        </Button>
      )}
    </FieldGroup>
  );
}

function valuesOf(options: readonly Option[]): Set<string> {
  return new Set(options.map(({ value }) => value));
}

/** A value that was made from the label, and follows it. */
function isGivenValue({ value, label }: Option): boolean {
  return value === "" || /^option_\d+$/.test(value) || value.replace(/_\d+$/, "") === nameFromWords(label);
}
