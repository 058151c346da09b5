import { useCombobox } from "downshift";
import { type ReactNode, useId, useState } from "react";
import { useDebouncedCall } from "../lib/use-debounced";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import { OptionList, SuggestionCount } from "./option-list";
import { RemovableTag } from "./tag-list";
import { drawOption, type Option } from "./type-ahead";
import { type Search, useSuggestions } from "./use-suggestions";

type Props<O extends Option<unknown>> = {
  value: readonly O[];
  onChange: (options: O[]) => void;
  search: Search<O>;
  placeholder?: string;
  disabled?: boolean;
  label?: string;
  renderOption?: (option: O) => ReactNode;
  /** Make an option of a text that is in no suggestion (a guest's e-mail address); null refuses it. */
  fromText?: (text: string) => O | null;
  /** Leaving the field takes what is typed after this many ms (tags: 100), so that a click on a suggestion wins. */
  leaveDelay?: number;
  /** What stands in place of suggestions where there are none. */
  emptyText?: string;
  /** Show the placeholder beside what is chosen too. */
  alwaysPlaceholder?: boolean;
};

/** Several values, found by typing; each can be taken out again. */
export function MultiTypeAhead<O extends Option<unknown>>(props: Props<O>) {
  const { value, onChange, search, placeholder, disabled, label, renderOption, fromText } = props;
  const { leaveDelay = 0, alwaysPlaceholder = false, emptyText } = props;
  const control = useFieldControl();
  const id = useId();
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const found = useSuggestions(search, text, open);
  const items = found.items.filter((option) => !value.some((chosen) => chosen.value === option.value));

  const add = (option: O) => {
    setText("");
    if (value.some((chosen) => chosen.value === option.value)) return;
    setSaid(`${option.label} added.`);
    onChange([...value, option]);
  };
  const remove = (option: O) => {
    setSaid(`${option.label} removed.`);
    onChange(value.filter((chosen) => chosen !== option));
  };
  const addText = () => {
    const option = text.trim() ? fromText?.(text.trim()) : null;
    if (option) add(option);
  };
  const leave = useDebouncedCall(() => addText(), leaveDelay);

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
      // The focus that a click brings has opened the list: the click must not close it again.
      if (type === types.InputClick) return { ...changes, isOpen: true };
      // The list gives way to what is below it; the next key, or a click, opens it for one more.
      if (type === types.InputKeyDownEnter || type === types.ItemClick) return { ...changes, isOpen: false };
      return changes;
    },
    onIsOpenChange: ({ isOpen }) => setOpen(isOpen ?? false),
    onStateChange: ({ type, selectedItem }) => {
      const types = useCombobox.stateChangeTypes;
      if ((type === types.InputKeyDownEnter || type === types.ItemClick) && selectedItem) add(selectedItem);
    },
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
            placeholder: alwaysPlaceholder || value.length === 0 ? placeholder : undefined,
            disabled,
            autoComplete: "off",
            onChange: (event) => {
              setText(event.currentTarget.value);
              setOpen(true);
            },
            onFocus: () => {
              leave.cancel();
              // The list would lie over what is wrong with the field; a click or a key opens it.
              setOpen(!control["aria-invalid"]);
            },
            onBlur: () => {
              setOpen(false);
              leave();
            },
            onKeyDown: (event) => {
              if (event.key === "Escape" && open) event.stopPropagation();
              if (event.key === "Enter" && combobox.highlightedIndex < 0 && text.trim()) {
                event.preventDefault();
                addText();
              }
              const last = value.at(-1);
              if (event.key === "Backspace" && text === "" && last) remove(last);
            },
          })}
        />
      </div>
      <OptionList
        menuProps={combobox.getMenuProps(label ? { "aria-label": label } : {})}
        open={shown}
        items={items}
        searching={found.searching}
        failed={found.failed}
        emptyText={emptyText}
        activeIndex={combobox.highlightedIndex}
        keyOf={(option) => String(option.value)}
        itemProps={(option, index) => combobox.getItemProps({ item: option, index })}
        render={renderOption ?? drawOption}
      />
      <SuggestionCount open={shown} searching={found.searching} failed={found.failed} count={items.length} />
      <div className="visually-hidden" role="status">
        {said}
      </div>
    </div>
  );
}
