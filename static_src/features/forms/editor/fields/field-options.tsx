import { type ClipboardEvent, useRef, useState } from "react";
import type { Option } from "../../../../domain/questionnaire/rules/types";
import { renderThenFocus } from "../../../../lib/browser/render-then-focus";
import { Button } from "../../../../ui/button";
import { FieldGroup } from "../../../../ui/field";
import { TextInput } from "../../../../ui/inputs";
import { moved, RowButtons } from "../../row-buttons";
import { freeName, nameFromWords } from "./field-names";
import "./field-settings.scss";

const maxOptions = 200;
const noOptions: readonly Option[] = [];

type Props = {
  options: readonly Option[];
  faults?: readonly string[] | undefined;
  id?: string | undefined;
  /** Published options; their values cannot change, because stored answers contain them. */
  published?: readonly Option[] | undefined;
  onChange: (options: Option[]) => void;
  label?: string;
};

/**
 * Editor of options, with a label and a stored value. Several lines pasted into a label become several options. A
 * published option that was removed and is added again with the same label gets its old value.
 */
export function OptionsEditor({
  options,
  faults,
  id,
  published = noOptions,
  onChange,
  label = "Options",
}: Props) {
  const rows = useRef<HTMLOListElement>(null);
  // While the user types a value, it can equal a published value for a moment; it stays editable until blur.
  const [editedIndex, setEditedIndex] = useState<number | null>(null);
  const publishedValues = new Set(published.map(({ value }) => value));
  const isPublished = (index: number) => {
    const value = options[index]?.value ?? "";
    return publishedValues.has(value) && options.findIndex((option) => option.value === value) === index;
  };
  const takenValues = (index?: number) =>
    new Set([...options.filter((_, at) => at !== index).map(({ value }) => value), ...publishedValues]);
  /** Return the published value of a label, if no current option has it. */
  const publishedValue = (label: string, current: readonly Option[]) =>
    published.find((option) => option.label === label && !current.some(({ value }) => value === option.value))
      ?.value;
  const updateOption = (index: number, change: Partial<Option>) =>
    onChange(options.map((option, at) => (at === index ? { ...option, ...change } : option)));
  const add = () => {
    const number = options.length + 1;
    const value = freeName(`option_${number}`, takenValues());
    renderThenFocus(
      () => onChange([...options, { value, label: `Option ${number}` }]),
      () => rows.current?.lastElementChild,
    );
  };
  const relabel = (index: number, text: string) => {
    const option = options[index];
    if (!option) return;
    const newValue = nameFromWords(text);
    const isDerived = isDerivedValue(option) && !isPublished(index) && newValue !== "";
    updateOption(index, {
      label: text,
      ...(isDerived ? { value: freeName(newValue, takenValues(index)) } : {}),
    });
  };
  // On blur and not while typing, because 'Yes' may become 'Yes, in part'.
  const restorePublished = (index: number) => {
    const oldValue = publishedValue(options[index]?.label ?? "", options);
    if (oldValue !== undefined && !isPublished(index)) updateOption(index, { value: oldValue });
  };
  const onPaste = (event: ClipboardEvent, index: number) => {
    const lines = event.clipboardData
      .getData("text/plain")
      .split(/\r?\n/)
      .map((line) => line.trim().slice(0, 300))
      .filter(Boolean);
    if (lines.length < 2) return;
    event.preventDefault();
    const taken = takenValues(index);
    const others = options.filter((_, at) => at !== index);
    const newOptions: Option[] = [];
    for (const line of lines) {
      const fixedValue = newOptions.length === 0 && isPublished(index) ? options[index]?.value : undefined;
      const oldValue = publishedValue(line, [...others, ...newOptions]);
      const value = fixedValue ?? oldValue ?? freeName(nameFromWords(line), taken);
      taken.add(value);
      newOptions.push({ value, label: line });
    }
    onChange([...options.slice(0, index), ...newOptions, ...options.slice(index + 1)].slice(0, maxOptions));
  };
  return (
    <FieldGroup
      label={label}
      hint={published.length > 0 ? "Values stay as they were published; labels can change." : undefined}
      error={faults}
      id={id}
    >
      <ol className="form-rows" ref={rows}>
        {options.map((option, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an option has no identity but its place while it is written
          <li key={index} className="form-row">
            <TextInput
              aria-label={`Label of option ${index + 1}`}
              maxLength={300}
              value={option.label}
              onChange={(event) => relabel(index, event.target.value)}
              onBlur={() => restorePublished(index)}
              onPaste={(event) => onPaste(event, index)}
            />
            <TextInput
              aria-label={`Value of option ${index + 1}`}
              className="form-row-value"
              maxLength={100}
              spellCheck={false}
              value={option.value}
              readOnly={isPublished(index) && editedIndex !== index}
              onChange={(event) => {
                setEditedIndex(index);
                updateOption(index, { value: event.target.value });
              }}
              onBlur={() => setEditedIndex(null)}
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
      {options.length < maxOptions && (
        <Button size="sm" icon="add" onClick={add}>
          Add an option
        </Button>
      )}
    </FieldGroup>
  );
}

/** Return true if the value was derived from the label, so that it follows the label. */
function isDerivedValue({ value, label }: Option): boolean {
  return value === "" || /^option_\d+$/.test(value) || value.replace(/_\d+$/, "") === nameFromWords(label);
}
