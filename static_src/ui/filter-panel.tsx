import { type ReactNode, useId, useRef, useState } from "react";
import { setPreferenceCookie } from "../lib/browser/cookies";
import { Button, IconButton } from "./button";
import { classNames } from "./class-names";

type Props = {
  children: ReactNode;
  /** The number of filters that differ from their default. The button that opens the panel on small screens shows it. */
  active?: number;
  /** Reset all filters. */
  onClear?: () => void;
  /** `bar`: in lines above the list. `side`: in a column next to it. */
  layout?: "bar" | "side";
};

/** A button for lists in which no row matches the filters. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  const clear = () => {
    onClear();
    // The button is removed with the filters, so the focus needs another element.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return <Button onClick={clear}>Clear filters</Button>;
}

/** The width from which a panel is next to its list (styles/_list-layout.scss). */
const nextToList = "(min-width: 1200px)";

/**
 * The filters of a list. They apply on change; on small screens a button opens them. A panel next to the list can be folded
 * on wide screens: the root element has the state, a cookie keeps it for the next pages.
 */
export function FilterPanel({ children, active = 0, onClear, layout = "side" }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const setFolded = (isFolded: boolean) => {
    setPreferenceCookie("assay_filters", isFolded ? "folded" : null);
    if (isFolded) document.documentElement.dataset.filters = "folded";
    else delete document.documentElement.dataset.filters;
    // The button that was pressed is hidden now.
    (isFolded ? toggle : panel).current?.focus();
  };
  const press = () => {
    if (layout === "side" && window.matchMedia(nextToList).matches) setFolded(false);
    else setOpen(!open);
  };
  const clear = () => {
    onClear?.();
    // The button is removed with the filters, so the focus needs another element.
    panel.current?.focus();
  };
  return (
    <section className={`filters filters-${layout}`} aria-label="Filters">
      <Button
        className="filters-toggle"
        icon="filter"
        aria-expanded={open}
        aria-controls={id}
        ref={toggle}
        onClick={press}
      >
        Filters{active > 0 && ` (${active})`}
      </Button>
      <div
        className={classNames(layout === "side" && "card", "filter-panel", open && "open")}
        id={id}
        ref={panel}
        tabIndex={-1}
      >
        {layout === "side" && (
          <IconButton
            icon="left"
            size="sm"
            label="Hide filters"
            className="filters-fold"
            onClick={() => setFolded(true)}
          />
        )}
        {children}
        {active > 0 && onClear && (
          <Button variant="quiet" size="sm" className="filters-clear" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </section>
  );
}
