import type { ComponentType } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import type { InfiniteList } from "../../lib/state/use-infinite-list";
import { groupDigits } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { maxRows, type Selection, useSelection } from "./use-selection";
import "./bulk.scss";

/**
 * The ticked rows of a list screen, whose actions also take its filter. `params` is the query of the list; another sort
 * order keeps the selection.
 */
export function useListSelection<T extends { id: number }>(list: InfiniteList<T>, params: object): Selection {
  // Empty values are absent in an address, and JSON has no number or switch that is empty.
  const filter = Object.entries(params).filter(([name, value]) => name !== "sort" && value !== "");
  return useSelection({
    rows: list.rows,
    total: list.total,
    capped: list.capped,
    params: Object.fromEntries(filter),
    byFilter: true,
  });
}

/** "312 selected" */
export const selectedText = ({ count, isAll, capped }: Selection) =>
  `${groupDigits(count)}${isAll && capped ? "+" : ""} selected`;

/** Announces the number of selected rows. Always rendered, so that screen readers announce the first row too. */
export function SelectionStatus({ selection }: { selection: Selection }) {
  return (
    <span className="visually-hidden" role="status">
      {selection.count > 0 && `${selectedText(selection)}.`}
    </span>
  );
}

/** The button next to the number of results, which selects everything that matches. */
export function SelectEverything({ selection }: { selection: Selection }) {
  const { total, isEverything, selectAll, clear } = selection;
  if (total === 0 || total > maxRows) return null;
  return (
    <Button variant="link" size="sm" className="select-everything" onClick={isEverything ? clear : selectAll}>
      {isEverything ? "Clear selection" : "Select all"}
    </Button>
  );
}

export type BulkActionsProps = {
  selection: Selection;
  /** Reloads the list. */
  onChanged: () => void;
};

type Props<P> = BulkActionsProps & {
  /** Loads the bar with its dialogs; a constant. */
  load: () => Promise<{ BulkActions: ComponentType<BulkActionsProps & P> }>;
  /** Further props of the bar. */
  extra?: P;
};

/** The bar of the selected rows of a list screen. Its code loads with the first tick. */
export function ListBulk<P extends object>({ selection, onChanged, load, extra }: Props<P>) {
  const loaded = useLoaded(load, selection.count > 0);
  return (
    <>
      <SelectionStatus selection={selection} />
      {loaded && <loaded.BulkActions {...(extra as P)} selection={selection} onChanged={onChanged} />}
    </>
  );
}
