import type { HTMLAttributes, KeyboardEvent, MouseEvent, ReactNode } from "react";
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

const notLoaded = "The suggestions could not be loaded. Type on to try again.";

/** The focus stays in the input: neither Tab, which stops at whatever scrolls, nor the mouse brings it to the list. */
const unfocusable = { tabIndex: -1, onMouseDown: (event: MouseEvent) => event.preventDefault() };

/**
 * Which suggestion Enter takes, -1 for none; null for other keys, and for an Enter that ends a composition.
 *
 * It is taken in the event itself, as a click takes it: what the combobox tells of a choice it tells later, and a key
 * that comes in between would be put to the values of before, without the choice.
 */
export function enteredIndex(
  event: KeyboardEvent,
  list: { isOpen: boolean; highlightedIndex: number },
): number | null {
  if (event.key !== "Enter" || event.which === 229) return null;
  return list.isOpen ? list.highlightedIndex : -1;
}

/** The id of the marked suggestion in the list with this id; none where downshift would name an empty one. */
export function activeOptionId(
  id: string,
  { isOpen, highlightedIndex }: { isOpen: boolean; highlightedIndex: number },
): string | undefined {
  return isOpen && highlightedIndex >= 0 ? `${id}-item-${highlightedIndex}` : undefined;
}

/** The suggestions under a type-ahead; always in the page, so that screen readers know where they will be. */
export function OptionList<T>(props: Props<T>) {
  const { menuProps, itemProps, open, items, searching, failed, activeIndex, keyOf, render } = props;
  const { emptyText = "Nothing found." } = props;
  const waits = searching && items.length === 0;
  return (
    <div className={classNames("option-list", waits && "option-list-waits")} hidden={!open}>
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
        <div className="option-note">{waits ? "Searching..." : failed ? notLoaded : emptyText}</div>
      )}
    </div>
  );
}

/** Tells screen readers how many suggestions there are. */
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
    else text = count === 1 ? "1 suggestion." : `${count} suggestions.`;
  }
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}
