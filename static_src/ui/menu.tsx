import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import type { IconName } from "./icons";

export type MenuItem =
  | {
      label: ReactNode;
      icon?: IconName | undefined;
      /** A link; or `onSelect`, an action. */
      href?: string | undefined;
      onSelect?: (() => void) | undefined;
      danger?: boolean;
      disabled?: boolean;
      /** Makes the item one choice of a group; true for the current choice. */
      checked?: boolean;
    }
  | { heading: ReactNode; text?: ReactNode }
  | { group: string }
  | "divider";

type Props = {
  /** The accessible name of a button with an icon only. */
  label?: string;
  trigger: ReactNode;
  triggerClass?: string;
  items: readonly (MenuItem | false | null | undefined)[];
  /** The edge of the button that the list is aligned with. */
  align?: "start" | "end";
  /** An action of the menu is running: the button keeps the focus and does not open. */
  busy?: boolean;
  id?: string;
};

/**
 * A button that opens a list of actions. Arrow keys, Home, End, first letters and the mouse move the focus, so that one
 * item is highlighted at a time. Enter activates the item; Escape and Tab close the menu, and Escape returns the focus to
 * the button.
 */
export function Menu({
  label,
  trigger,
  triggerClass = "btn btn-default",
  items,
  align = "start",
  busy = false,
  id,
}: Props) {
  const ownId = useId();
  const listId = `${id ?? ownId}-list`;
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState<false | "first" | "last">(false);
  const [place, setPlace] = useState({ up: false, end: align === "end" });

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>(".menu-item") ?? [])];
  const close = (returnFocus: boolean) => {
    setOpen(false);
    if (returnFocus) button.current?.focus();
  };

  useLayoutEffect(() => {
    if (!open || !list.current || !button.current) return;
    setPlace(placeOf(button.current.getBoundingClientRect(), list.current, align));
    const all = [...list.current.querySelectorAll<HTMLElement>(".menu-item")];
    (open === "first" ? all[0] : all.at(-1))?.focus({ preventScroll: true });
  }, [open, align]);

  useEffect(() => {
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener("pointerdown", onPointer);
    return () => document.removeEventListener("pointerdown", onPointer);
  }, [open]);

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    if (!busy) setOpen(event.key === "ArrowDown" ? "first" : "last");
  };

  const onListKey = (event: KeyboardEvent) => {
    const all = entries();
    const current = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => {
      event.preventDefault();
      all[(index + all.length) % all.length]?.focus();
    };
    if (event.key === "ArrowDown") go(current + 1);
    else if (event.key === "ArrowUp") go(current - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(all.length - 1);
    else if (event.key === "Tab") close(false);
    else if (event.key === "Escape") {
      event.stopPropagation();
      close(true);
    } else if (/^\S$/.test(event.key) && !event.ctrlKey && !event.metaKey) {
      const letter = event.key.toLocaleLowerCase();
      const next = [...all.slice(current + 1), ...all].find((entry) =>
        entry.textContent?.trim().toLocaleLowerCase().startsWith(letter),
      );
      next?.focus();
    }
  };

  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        id={id}
        className={triggerClass}
        aria-haspopup="menu"
        aria-expanded={open !== false}
        aria-controls={open ? listId : undefined}
        title={label}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onClick={() => setOpen(open || busy ? false : "first")}
        onKeyDown={onButtonKey}
      >
        {label ? (
          <>
            <span className="visually-hidden">{label}</span>
            <span className="menu-trigger" aria-hidden="true">
              {trigger}
            </span>
          </>
        ) : (
          trigger
        )}
      </button>
      {open && (
        <div
          ref={list}
          id={listId}
          role="menu"
          tabIndex={-1}
          aria-label={label}
          className={classNames("menu-list", place.end && "menu-end", place.up && "menu-up")}
          onKeyDown={onListKey}
        >
          {items.map((item, index) => item && <Entry key={keyOf(item, index)} item={item} close={close} />)}
        </div>
      )}
    </div>
  );
}

/** Compute the position of the list: below the button at the requested edge, unless the window has no room there. */
function placeOf(button: DOMRect, list: HTMLElement, align: "start" | "end") {
  const below = window.innerHeight - button.bottom;
  const up = below < list.offsetHeight + 8 && button.top > below;
  const fitsStart = button.left + list.offsetWidth <= window.innerWidth;
  const fitsEnd = button.right - list.offsetWidth >= 0;
  return { up, end: align === "end" ? fitsEnd || !fitsStart : !fitsStart && fitsEnd };
}

const keyOf = (item: MenuItem, index: number) =>
  typeof item === "object" && "label" in item && typeof item.label === "string" ? item.label : String(index);

function Entry({ item, close }: { item: MenuItem; close: (returnFocus: boolean) => void }) {
  if (item === "divider") return <hr className="menu-divider" />;
  if ("group" in item) {
    return (
      <span className="menu-group-label" role="presentation">
        {item.group}
      </span>
    );
  }
  if ("heading" in item) {
    return (
      <div className="menu-heading" role="presentation">
        <span className="menu-heading-title">{item.heading}</span>
        {item.text && <span className="menu-heading-text">{item.text}</span>}
      </div>
    );
  }
  const { label, icon, href, onSelect, danger, disabled, checked } = item;
  const shared = {
    role: checked === undefined ? "menuitem" : "menuitemradio",
    "aria-checked": checked,
    "aria-disabled": disabled || undefined,
    tabIndex: -1,
    className: classNames("menu-item", danger && "danger"),
    onMouseMove: (event: MouseEvent<HTMLElement>) => event.currentTarget.focus({ preventScroll: true }),
  };
  const content = (
    <>
      {icon && <Icon name={icon} />}
      <span>{label}</span>
      {checked && <Icon name="check" className="menu-check" />}
    </>
  );
  if (href && !disabled) {
    return (
      <a {...shared} href={href} onClick={() => close(true)}>
        {content}
      </a>
    );
  }
  return (
    <button
      {...shared}
      type="button"
      onClick={() => {
        if (disabled) return;
        // Return the focus first: a modal that opens now restores it to the button of the menu.
        close(true);
        onSelect?.();
      }}
    >
      {content}
    </button>
  );
}
