import { useCombobox } from "downshift";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { FieldErrors, useFieldControl, useOwnError } from "./field";
import {
  activeOptionId,
  enteredIndex,
  isOpeningKey,
  OptionList,
  renderDefaultOption,
  SuggestionCount,
} from "./option-list";
import { exactOption, type Search, useExactOption, useSuggestions } from "./use-suggestions";

export type Option<V = string | number> = {
  value: V;
  label: string;
  note?: string | undefined;
  /** Other texts that select the option when typed in full. */
  aliases?: readonly string[];
};

type Props<O extends Option<unknown>> = {
  value: O | null;
  onChange: (option: O | null) => void;
  /** Find options for a text. Must be stable between renders (useCallback): a new function starts a new search. */
  search: Search<O>;
  placeholder?: string;
  disabled?: boolean | undefined;
  /** The accessible name, for inputs outside a Field. */
  label?: string;
  /** Render an option in the list; default: label and note. */
  renderOption?: (option: O) => ReactNode;
  /** Called with the typed text. Any text is valid then (account names), and none is rejected. */
  onText?: (text: string) => void;
};

const notInList = "Choose one from the list.";

/**
 * A combobox for one value, found by typing. Unless `onText` is set, the value must be in the list: on blur, a text that
 * matches no suggestion stays in the input and is marked as an error.
 */
export function TypeAhead<O extends Option<unknown>>(props: Props<O>) {
  const { value, onChange, search, placeholder, disabled, label, renderOption, onText } = props;
  const control = useFieldControl();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value?.label ?? "");
  const [shownFor, setShownFor] = useState(value);
  const [isRejected, setRejected] = useState(false);
  const showsOwnError = useOwnError(isRejected ? notInList : null);
  const [open, setOpen] = useState(false);

  // A new value from the parent replaces the typed text; a value that typing has cleared does not.
  if (value?.label !== shownFor?.label) {
    setShownFor(value);
    if (value || text === shownFor?.label) setText(value?.label ?? "");
    if (value) setRejected(false);
  }

  const isUnchanged = text === (value?.label ?? "");
  const { items, isCurrent, searching, failed } = useSuggestions(search, isUnchanged ? "" : text, open);
  const choose = (option: O | null) => {
    setRejected(false);
    setText(option?.label ?? "");
    setShownFor(option);
    onChange(option);
    if (option) onText?.(option.label);
  };

  const reject = () => {
    setRejected(true);
    setShownFor(null);
    if (value) onChange(null);
  };
  const exact = useExactOption(search);
  /** Select the option whose label or alias is the text; reject other texts. */
  const selectTypedOption = () => {
    if (isUnchanged || onText) return;
    if (!text.trim()) return choose(null);
    const match = exactOption(items, text);
    if (match) choose(match);
    else if (isCurrent) reject();
    else exact.find(text, (option) => (option ? choose(option) : reject()));
  };
  const leave = () => {
    setOpen(false);
    selectTypedOption();
  };
  /** Enter without a highlighted suggestion selects the only suggestion, or the option that the text names. */
  const enter = (event: KeyboardEvent) => {
    if (isUnchanged || onText) return;
    // Enter selects an option here; it must not submit the form too.
    event.preventDefault();
    const only = open && isCurrent && items.length === 1 ? items[0] : undefined;
    if (!only) return selectTypedOption();
    choose(only);
    setOpen(false);
  };

  const combobox = useCombobox<O>({
    id,
    ...(control.id ? { inputId: control.id } : {}),
    items: items as O[],
    isOpen: open,
    inputValue: text,
    selectedItem: value,
    itemToString: (option) => option?.label ?? "",
    stateReducer(state, { type, changes }) {
      const types = useCombobox.stateChangeTypes;
      // Escape only closes the list. Blur must not select the suggestion under the pointer.
      if (type === types.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
      if (type === types.InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      // A click also focuses the input, which has opened the list: the click must not close it again.
      if (type === types.InputClick) return { ...changes, isOpen: true };
      return changes;
    },
    onIsOpenChange: ({ isOpen }) => setOpen(isOpen ?? false),
  });

  const shown = open && !disabled;
  return (
    <>
      <div className="combo">
        <div className={classNames("combo-box", disabled && "disabled")}>
          <input
            {...combobox.getInputProps({
              ref: input,
              ...control,
              ...(label ? { "aria-label": label } : {}),
              "aria-labelledby": undefined,
              "aria-activedescendant": activeOptionId(id, combobox),
              "aria-invalid": control["aria-invalid"] || isRejected || undefined,
              placeholder,
              disabled,
              autoComplete: "off",
              onChange: (event) => {
                exact.cancel();
                const typed = event.currentTarget.value;
                setText(typed);
                setRejected(false);
                setOpen(true);
                onText?.(typed);
                if (typed === "") choose(null);
              },
              // An open list would cover the error of the field; a click or a key opens it.
              onFocus: () => {
                exact.cancel();
                setOpen(!control["aria-invalid"]);
              },
              onBlur: leave,
              onClick: () => setOpen(true),
              onKeyDown: (event) => {
                if (event.key === "Escape" && open) event.stopPropagation();
                if (isOpeningKey(event)) setOpen(true);
                const entered = enteredIndex(event, combobox);
                const option = items[entered ?? -1];
                if (option) choose(option);
                else if (entered !== null) enter(event);
              },
            })}
          />
          {value && !disabled && (
            <IconButton
              icon="remove"
              size="sm"
              label={`Clear ${value.label}`}
              onClick={() => {
                // The button is removed with the value; the user continues in the input.
                input.current?.focus();
                choose(null);
              }}
              className="combo-clear"
            />
          )}
        </div>
        <OptionList
          menuProps={combobox.getMenuProps({ "aria-label": label ?? "Suggestions" })}
          open={shown}
          items={items}
          searching={searching}
          failed={failed}
          activeIndex={combobox.highlightedIndex}
          keyOf={(option) => String(option.value)}
          itemProps={(option, index) =>
            combobox.getItemProps({ item: option, index, onClick: () => choose(option) })
          }
          render={renderOption ?? renderDefaultOption}
        />
      </div>
      <SuggestionCount open={shown} searching={searching} failed={failed} count={items.length} />
      {showsOwnError && <FieldErrors errors={[notInList]} />}
    </>
  );
}
