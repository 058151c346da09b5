import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "./class-names";

type Props<T> = {
  menuProps: HTMLAttributes<HTMLUListElement>;
  itemProps: (item: T, index: number) => HTMLAttributes<HTMLLIElement>;
  open: boolean;
  items: readonly T[];
  searching: boolean;
  emptyText?: string | undefined;
  activeIndex: number;
  keyOf: (item: T) => string;
  render: (item: T) => ReactNode;
};

/** The suggestions under a type-ahead; always in the page, so that screen readers know where they will be. */
export function OptionList<T>(props: Props<T>) {
  const { menuProps, itemProps, open, items, searching, activeIndex, keyOf, render } = props;
  const { emptyText = "Nothing found." } = props;
  return (
    <div className="option-list" hidden={!open || (searching && items.length === 0)}>
      <ul {...menuProps} className="options">
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
      {open && !searching && items.length === 0 && <div className="option-note">{emptyText}</div>}
    </div>
  );
}

/** Tells screen readers how many suggestions there are. */
export function SuggestionCount({
  open,
  searching,
  count,
}: {
  open: boolean;
  searching: boolean;
  count: number;
}) {
  let text = "";
  if (open && !searching) {
    if (count === 0) text = "No suggestions.";
    else text = count === 1 ? "1 suggestion." : `${count} suggestions.`;
  }
  return (
    <div className="visually-hidden" role="status">
      {text}
    </div>
  );
}
