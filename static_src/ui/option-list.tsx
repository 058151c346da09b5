import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactNode } from "react";
import { formatCount } from "../lib/text/numbers";
import { classNames } from "./class-names";

type Props<T> = {
  menuProps: HTMLAttributes<HTMLUListElement>;
  itemProps: (item: T, index: number) => HTMLAttributes<HTMLLIElement>;
  open: boolean;
  items: readonly T[];
  searching: boolean;
  failed: boolean;
  emptyText?: string | undefined;
  activeIndex: number;
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
};

const notLoaded = "The suggestions could not be loaded. Keep typing to try again.";

/** Keep the focus in the input: Tab would stop at the list because it scrolls, and a click would focus it. */
const unfocusable = { tabIndex: -1, onMouseDown: (event: MouseEvent) => event.preventDefault() };

/**
 * Return the index of the suggestion that Enter selects, or -1 for none; null for other keys and for an Enter that ends a
 * composition.
 *
 * Callers select the option in the key event. The callbacks of the combobox run later, and a key in between would see
 * the values without the option.
 */
export function enteredIndex(
  event: KeyboardEvent,
  list: { isOpen: boolean; highlightedIndex: number },
): number | null {
  if (event.key !== "Enter" || event.which === 229) return null;
  return list.isOpen ? list.highlightedIndex : -1;
}

/**
 * Return true if the key opens a closed list.
 *
 * Callers open the list in the key or click event itself. The combobox reports the change after the event and then moves
 * the focus to its input: a Tab in between would be undone.
 */
export function isOpeningKey(event: KeyboardEvent): boolean {
  return event.key === "ArrowDown" || event.key === "ArrowUp";
}

/** Return the id of the highlighted suggestion of the list `id`; undefined without one, where downshift returns an empty id. */
export function activeOptionId(
  id: string,
  { isOpen, highlightedIndex }: { isOpen: boolean; highlightedIndex: number },
): string | undefined {
  return isOpen && highlightedIndex >= 0 ? `${id}-item-${highlightedIndex}` : undefined;
}

/** The suggestions of a type-ahead. The list is always rendered, because the input refers to it by id. */
export function OptionList<T>(props: Props<T>) {
  const { menuProps, itemProps, open, items, searching, failed, activeIndex, keyOf, render } = props;
  const { emptyText = "Nothing found." } = props;
  const isWaiting = searching && items.length === 0;
  return (
    <div className={classNames("option-list", isWaiting && "option-list-waits")} hidden={!open}>
      <ul {...menuProps} {...unfocusable} className="options">
        {open &&
          items.map((item, index) => (
            <li
              key={keyOf(item)}
              {...itemProps(item, index)}
              className={classNames("option", index === activeIndex && "active")}
            >
              {render(item)}
            </li>
          ))}
      </ul>
      {open && items.length === 0 && (
        <div className="option-note">{isWaiting ? "Searching..." : failed ? notLoaded : emptyText}</div>
      )}
    </div>
  );
}

/** A status for screen readers with the number of suggestions. */
export function SuggestionCount({
  open,
  searching,
  failed,
  count,
}: {
  open: boolean;
  searching: boolean;
  failed: boolean;
  count: number;
}) {
  let text = "";
  if (open && !searching) {
    if (failed) text = notLoaded;
    else if (count === 0) text = "No suggestions.";
    else text = `${formatCount(count, "suggestion")}.`;
  }
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}

/** Render an option: its label and its note. */
export function renderDefaultOption(option: { label: string; note?: string | undefined }): ReactNode {
  return (
    <span>
      {option.label}
      {option.note && <span className="text-secondary small-text"> {option.note}</span>}
    </span>
  );
}
