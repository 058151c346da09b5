import { useCombobox } from "downshift";
import { type ReactNode, useId, useState } from "react";
import { useDebouncedCall } from "../lib/state/use-debounced";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import {
  activeOptionId,
  enteredIndex,
  isOpeningKey,
  OptionList,
  renderDefaultOption,
  SuggestionCount,
} from "./option-list";
import { RemovableTag } from "./tag-list";
import type { Option } from "./type-ahead";
import { exactOption, type Search, useExactOption, useSuggestions } from "./use-suggestions";

type Props<O extends Option<unknown>> = {
  value: readonly O[];
  /** Called with the values and the typed text that is not a value yet. */
  onChange: (options: O[], rest: string) => void;
  search: Search<O>;
  placeholder?: string;
  disabled?: boolean;
  label?: string;
  renderOption?: (option: O) => ReactNode;
  /** Convert a text without a suggestion to options (e-mail addresses of guests); an empty list rejects the text. */
  fromText?: (text: string) => readonly O[];
  /** The initial text. */
  rest?: string | undefined;
  /** Called with text that is not a value yet; it is not submitted. */
  onRest?: (text: string) => void;
  /** Milliseconds between blur and adding the typed text (tags: 100), so that a click on a suggestion wins. */
  leaveDelay?: number;
  /** The note shown without suggestions. */
  emptyText?: string;
  /** The announcement of added options for screen readers; default: their labels. */
  describeAdded?: (added: readonly O[]) => string;
  /** Show the placeholder next to values too. */
  alwaysPlaceholder?: boolean;
};

/** A combobox for several values, found by typing. Each value has a remove button. */
export function MultiTypeAhead<O extends Option<unknown>>(props: Props<O>) {
  const { value, onChange, search, placeholder, disabled, label, renderOption, fromText, onRest } = props;
  const { leaveDelay = 0, alwaysPlaceholder = false, emptyText, describeAdded = labelsText } = props;
  const control = useFieldControl();
  const id = useId();
  const [text, setTextSilently] = useState(props.rest ?? "");
  const [open, setOpen] = useState(false);
  const [announcement, announce] = useState("");
  const suggestions = useSuggestions(search, text, open);
  const items = suggestions.items.filter((option) => !value.some((chosen) => chosen.value === option.value));

  const setText = (typed: string) => {
    setTextSilently(typed);
    onRest?.(typed);
  };
  const exact = useExactOption(search);
  const add = (...options: readonly O[]) => {
    exact.cancel();
    const keys = new Set(value.map(keyOf));
    const added = options.filter((option) => !keys.has(keyOf(option)) && keys.add(keyOf(option)));
    if (added.length === 0) return setText("");
    setTextSilently("");
    announce(describeAdded(added));
    onChange([...value, ...added], "");
  };
  const remove = (option: O) => {
    exact.cancel();
    announce(`${option.label} removed.`);
    onChange(
      value.filter((chosen) => chosen !== option),
      text,
    );
  };
  const addText = (): boolean => {
    const options = (text.trim() && fromText?.(text.trim())) || [];
    if (options.length > 0) add(...options);
    return options.length > 0;
  };
  /** Add the options of the text, else the option with this label. Returns false if nothing could be added yet. */
  const addTypedValue = (): boolean => {
    if (addText()) return true;
    const match = text.trim() && exactOption(items, text);
    if (match) add(match);
    else if (text.trim() && !suggestions.isCurrent) exact.find(text, (option) => option && add(option));
    return Boolean(match);
  };
  const leave = useDebouncedCall(() => addTypedValue(), leaveDelay);

  const combobox = useCombobox<O>({
    id,
    ...(control.id ? { inputId: control.id } : {}),
    items,
    isOpen: open,
    inputValue: text,
    selectedItem: null,
    itemToString: (option) => option?.label ?? "",
    stateReducer(state, { type, changes }) {
      const types = useCombobox.stateChangeTypes;
      if (type === types.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
      if (type === types.InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      // A click also focuses the input, which has opened the list: the click must not close it again.
      if (type === types.InputClick) return { ...changes, isOpen: true };
      // Uncover the controls below; the next key or click opens the list again.
      if (type === types.InputKeyDownEnter || type === types.ItemClick) return { ...changes, isOpen: false };
      return changes;
    },
    onIsOpenChange: ({ isOpen }) => setOpen(isOpen ?? false),
  });

  const shown = open && !disabled;
  return (
    <div className="combo">
      <div className={classNames("combo-box", disabled && "disabled")}>
        {value.map((option) => (
          <RemovableTag
            key={String(option.value)}
            label={option.label}
            onRemove={disabled ? undefined : () => remove(option)}
          />
        ))}
        <input
          {...combobox.getInputProps({
            ...control,
            ...(label ? { "aria-label": label } : {}),
            "aria-labelledby": undefined,
            "aria-activedescendant": activeOptionId(id, combobox),
            placeholder: alwaysPlaceholder || value.length === 0 ? placeholder : undefined,
            disabled,
            autoComplete: "off",
            onChange: (event) => {
              exact.cancel();
              setText(event.currentTarget.value);
              setOpen(true);
            },
            onFocus: () => {
              leave.cancel();
              exact.cancel();
              // An open list would cover the error of the field; a click or a key opens it.
              setOpen(!control["aria-invalid"]);
            },
            onBlur: () => {
              setOpen(false);
              leave();
            },
            onClick: () => setOpen(true),
            onKeyDown: (event) => {
              if (event.key === "Escape" && open) event.stopPropagation();
              if (isOpeningKey(event)) setOpen(true);
              const entered = enteredIndex(event, combobox);
              const option = items[entered ?? -1];
              if (option) add(option);
              else if (entered === -1 && text.trim()) {
                event.preventDefault();
                // If the text is rejected, the list stays open and shows the possible values.
                Object.assign(event.nativeEvent, { preventDownshiftDefault: true });
                const only = open && suggestions.isCurrent && items.length === 1 ? items[0] : undefined;
                const isAdded = addTypedValue();
                if (!isAdded && only) add(only);
                setOpen(!isAdded && !only);
              }
              const last = value.at(-1);
              if (event.key === "Backspace" && text === "" && last) remove(last);
            },
          })}
        />
      </div>
      <OptionList
        menuProps={combobox.getMenuProps({ "aria-label": label ?? "Suggestions" })}
        open={shown}
        items={items}
        searching={suggestions.searching}
        failed={suggestions.failed}
        emptyText={emptyText}
        activeIndex={combobox.highlightedIndex}
        keyOf={(option) => String(option.value)}
        itemProps={(option, index) =>
          combobox.getItemProps({ item: option, index, onClick: () => add(option) })
        }
        render={renderOption ?? renderDefaultOption}
      />
      <SuggestionCount
        open={shown}
        searching={suggestions.searching}
        failed={suggestions.failed}
        count={items.length}
      />
      <div className="visually-hidden" role="status">
        {announcement}
      </div>
    </div>
  );
}

const labelsText = (added: readonly Option<unknown>[]) =>
  `${added.map((option) => option.label).join(", ")} added.`;

/** Return the key of an option. Addresses and tags that differ in case only have the same key. */
const keyOf = ({ value }: Option<unknown>) => (typeof value === "string" ? value.toLowerCase() : value);
