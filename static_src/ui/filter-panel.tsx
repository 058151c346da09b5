import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";

type Props = {
  children: ReactNode;
  /** The number of filters that differ from their default. The button that opens the panel on small screens shows it. */
  active?: number;
  /** Reset all filters. */
  onClear?: () => void;
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

/** The filters of a list, next to it or, on small screens, above it behind a button. They apply on change. */
export function FilterPanel({ children, active = 0, onClear }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const clear = () => {
    onClear?.();
    // The button is removed with the filters, so the focus needs another element.
    panel.current?.focus();
  };
  return (
    <section className="filters" aria-label="Filters">
      <Button
        className="filters-toggle"
        icon="filter"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        Filters{active > 0 && ` (${active})`}
      </Button>
      <div className={classNames("card filter-panel", open && "open")} id={id} ref={panel} tabIndex={-1}>
        {children}
        {active > 0 && onClear && (
          <Button variant="quiet" size="sm" className="mt-3" onClick={clear}>
            Clear filters
          </Button>
        )}
      </div>
    </section>
  );
}
