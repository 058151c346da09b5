import { type ReactNode, useId, useRef, useState } from "react";
import { Button } from "./button";
import { classNames } from "./class-names";

type Props = {
  children: ReactNode;
  /** How many filters differ from their default; said on the button that opens the panel on small screens. */
  active?: number;
  /** Set them all back. */
  onClear?: () => void;
};

/** The way on from a list that its filters have emptied. */
export function ClearFilters({ onClear }: { onClear: () => void }) {
  const clear = () => {
    onClear();
    // The button goes with what it has cleared.
    document.getElementById("content")?.focus({ preventScroll: true });
  };
  return <Button onClick={clear}>Clear filters</Button>;
}

/** The filters of a list: beside it, or on small screens above it, behind a button. They apply as they are changed. */
export function FilterPanel({ children, active = 0, onClear }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const clear = () => {
    onClear?.();
    // The button goes with what it has cleared.
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
