import { type KeyboardEvent, useState } from "react";
import type { RowTicks } from "../../ui/row-ticks";
import type { BulkSelection } from "./bulk";

/** The maximum number of rows of a job. */
export const maxRows = 5_000;

type Options<T extends { id: number }> = {
  /** The loaded rows, in the order of the list. */
  rows: readonly T[];
  total: number;
  capped?: boolean;
  /** The query of the list. Another query empties the selection. */
  params?: object | undefined;
  /** True if the actions of the list take a filter, so that rows can be selected that are not loaded. */
  byFilter?: boolean;
};

export type Selection = {
  count: number;
  /** Everything that matches the filter is selected. */
  isAll: boolean;
  total: number;
  capped: boolean;
  /** True if there are more rows to select. */
  hasMore: boolean;
  /** True if every row of the list is selected. */
  isEverything: boolean;
  /** The rows for `BulkDialog`. */
  selected: BulkSelection;
  /** The checkboxes for the table. */
  ticks: RowTicks;
  selectAll: () => void;
  clear: () => void;
};

type State = { query: string; ids: ReadonlySet<number>; isAll: boolean; last: number | null };

/** The ticked rows of a list: single rows, ranges with Shift, or everything that matches the filter. */
export function useSelection<T extends { id: number }>(options: Options<T>): Selection {
  const { rows, total, capped = false, params = {}, byFilter = false } = options;
  const query = JSON.stringify(params);
  const empty: State = { query, ids: new Set(), isAll: false, last: null };
  const [stored, setStored] = useState(empty);
  const state = stored.query === query ? stored : empty;
  const loadedIds = rows.map(({ id }) => id);
  const has = (id: number) => state.isAll || state.ids.has(id);
  const tickedCount = loadedIds.filter(has).length;

  const select = (ids: readonly number[], ticked: boolean, last: number | null) => {
    // Without one of its rows a selection of everything becomes a selection of the loaded rows.
    const next = new Set(state.isAll ? loadedIds : state.ids);
    for (const id of ids) ticked ? next.add(id) : next.delete(id);
    setStored({ query, ids: next, isAll: false, last });
  };
  const between = (id: number): readonly number[] => {
    const from = state.last === null ? -1 : loadedIds.indexOf(state.last);
    const to = loadedIds.indexOf(id);
    if (from < 0 || to < 0) return [id];
    return loadedIds.slice(Math.min(from, to), Math.max(from, to) + 1);
  };
  const clear = () => setStored(empty);
  const count = state.isAll ? total : state.ids.size;
  const hasMore = !state.isAll && (byFilter ? capped || count < total : tickedCount < loadedIds.length);
  return {
    count,
    isAll: state.isAll,
    total,
    capped,
    hasMore,
    isEverything: count > 0 && !hasMore,
    selected: state.isAll ? { filter: params } : { ids: [...state.ids] },
    ticks: {
      has: (key) => has(Number(key)),
      set: (key, ticked, isRange) =>
        select(isRange ? between(Number(key)) : [Number(key)], ticked, Number(key)),
      loaded: tickedCount === 0 ? "none" : tickedCount === loadedIds.length ? "all" : "some",
      setLoaded: (ticked) => select(loadedIds, ticked, null),
      onKeyDown: (event) => onTickKey(event, count > 0 ? clear : null),
    },
    selectAll: () => {
      const hasAllRows = !byFilter || (!capped && total <= loadedIds.length);
      if (hasAllRows) select(loadedIds, true, null);
      else setStored({ query, ids: new Set(), isAll: true, last: null });
    },
    clear,
  };
}

/**
 * The arrow keys move between the checkboxes of rows, and with Shift they tick the rows on the way. Escape clears the
 * selection with `clear`, which is null without one.
 */
function onTickKey(event: KeyboardEvent<HTMLInputElement>, clear: (() => void) | null): void {
  if (event.key === "Escape" && clear) {
    event.stopPropagation();
    clear();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const all = [...document.querySelectorAll<HTMLInputElement>("[data-tick]")];
  const next = all[all.indexOf(event.currentTarget) + step];
  next?.focus();
  // A click with Shift, as of the mouse, ticks the range that ends with this row.
  if (event.shiftKey && next && !next.checked) {
    next.dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }));
  }
}
