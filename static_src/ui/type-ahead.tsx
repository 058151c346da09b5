import { useCombobox } from "downshift";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { FieldErrors, useFieldControl, useRefusal } from "./field";
import { activeOptionId, enteredIndex, OptionList, SuggestionCount } from "./option-list";
import { exactOption, type Search, useExactOption, useSuggestions } from "./use-suggestions";

export type Option<V = string | number> = {
  value: V;
  label: string;
  note?: string | undefined;
  /** Other words that mean it, when they are typed in full. */
  aliases?: readonly string[];
};

type Props<O extends Option<unknown>> = {
  value: O | null;
  onChange: (option: O | null) => void;
  /** What fits a text. Keep it the same between renders (useCallback), or the list is sought anew each time. */
  search: Search<O>;
  placeholder?: string;
  disabled?: boolean | undefined;
  /** The name, where no Field gives one. */
  label?: string;
  /** How an option is drawn in the list; default: label and note. */
  renderOption?: (option: O) => ReactNode;
  /** Any text is good (account names): what is typed is given here, and nothing is refused. */
  onText?: (text: string) => void;
};

const notInList = "Choose one from the list.";

/**
 * One value, found by typing. It must come from the list, unless any text is good: on leaving, a text that is in
 * no suggestion is refused, kept in sight and said to be wrong.
 */
export function TypeAhead<O extends Option<unknown>>(props: Props<O>) {
  const { value, onChange, search, placeholder, disabled, label, renderOption, onText } = props;
  const control = useFieldControl();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value?.label ?? "");
  const [shownFor, setShownFor] = useState(value);
  const [refused, setRefused] = useState(false);
  const tellsRefusal = useRefusal(refused ? notInList : null);
  const [open, setOpen] = useState(false);

  // Another value from outside is shown in place of what was typed; the loss of one by typing is not.
  if (value?.label !== shownFor?.label) {
    setShownFor(value);
    if (value || text === shownFor?.label) setText(value?.label ?? "");
    if (value) setRefused(false);
  }

  const untouched = text === (value?.label ?? "");
  const { items, isCurrent, searching, failed } = useSuggestions(search, untouched ? "" : text, open);
  const choose = (option: O | null) => {
    setRefused(false);
    setText(option?.label ?? "");
    setShownFor(option);
    onChange(option);
    if (option) onText?.(option.label);
  };

  const refuse = () => {
    setRefused(true);
    setShownFor(null);
    if (value) onChange(null);
  };
  const exact = useExactOption(search);
  /** Choose what the text names in full; a text that names nothing is refused. */
  const takeText = () => {
    if (untouched || onText) return;
    if (!text.trim()) return choose(null);
    const match = exactOption(items, text);
    if (match) choose(match);
    else if (isCurrent) refuse();
    else exact.find(text, (option) => (option ? choose(option) : refuse()));
  };
  const leave = () => {
    setOpen(false);
    takeText();
  };
  /** Enter without a marked suggestion takes the only one, or what the text names in full. */
  const enter = (event: KeyboardEvent) => {
    if (untouched || onText) return;
    // The key chooses; it must not send the form as well.
    event.preventDefault();
    const only = open && isCurrent && items.length === 1 ? items[0] : undefined;
    if (!only) return takeText();
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
      // Escape closes the list and nothing more; leaving never takes what merely lay under the pointer.
      if (type === types.InputKeyDownEscape) return { ...state, isOpen: false, highlightedIndex: -1 };
      if (type === types.InputBlur) return { ...state, isOpen: false, highlightedIndex: -1 };
      // The focus that a click brings has opened the list: the click must not close it again.
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
              "aria-invalid": control["aria-invalid"] || refused || undefined,
              placeholder,
              disabled,
              autoComplete: "off",
              onChange: (event) => {
                exact.cancel();
                const typed = event.currentTarget.value;
                setText(typed);
                setRefused(false);
                setOpen(true);
                onText?.(typed);
                if (typed === "") choose(null);
              },
              // The list would lie over what is wrong with the field; a click or a key opens it.
              onFocus: () => {
                exact.cancel();
                setOpen(!control["aria-invalid"]);
              },
              onBlur: leave,
              onKeyDown: (event) => {
                if (event.key === "Escape" && open) event.stopPropagation();
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
                // The button goes with the value; what was cleared is filled in anew.
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
          render={renderOption ?? drawOption}
        />
      </div>
      <SuggestionCount open={shown} searching={searching} failed={failed} count={items.length} />
      {tellsRefusal && <FieldErrors errors={[notInList]} />}
    </>
  );
}

export function drawOption(option: Option<unknown>): ReactNode {
  return (
    <span>
      {option.label}
      {option.note && <span className="text-secondary small-text"> {option.note}</span>}
    </span>
  );
}
