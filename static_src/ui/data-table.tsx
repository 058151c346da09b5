import {
  Fragment,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { IconButton } from "./button";
import { classNames } from "./class-names";
import { Icon } from "./icon";
import { LoadFailed, LoadMore, type MoreOfList, NoConnection } from "./load-more";
import { type RowTicks, TickAll, TickRow } from "./row-ticks";
import { bringIntoSight, useShownInStrip } from "./use-shown-in-strip";

export type Column<T> = {
  key: string;
  title: ReactNode;
  render: (row: T) => ReactNode;
  /** The server's name of this sort order; without it the column is not sortable. */
  sort?: string;
  /** The cell that names the row: it contains the row's link and has no label on phones. */
  primary?: boolean;
  numeric?: boolean;
  className?: string;
};

/** A sort order as in the address: the server's name, with a leading minus if it is descending. */
export type Sort = string;

type Props<T> = {
  /** The accessible name of the table. */
  label: string;
  columns: readonly (Column<T> | false | null | undefined)[];
  rows: readonly T[];
  rowKey: (row: T) => string | number;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The initial order, if no heading has it: the third press on a heading restores it. */
  unsorted?: Sort;
  /** The address that a row and the link in its primary cell open; null for a row without a link. */
  rowHref?: (row: T) => string | null;
  /** Called on a click on a row or, without modifier keys, on its link, instead of opening `rowHref`. */
  onRowClick?: (row: T) => void;
  /** The details that open below a row. One row is open at a time. */
  expand?: (row: T, close: () => void) => ReactNode;
  /** The name of a row in the label of its details button. */
  rowName?: (row: T) => string;
  rowClass?: (row: T) => string | undefined;
  /** A first column with a checkbox for each row (`useSelection`); needs `rowName`. */
  ticks?: RowTicks | undefined;
  /** Replaces the table if it has no rows. */
  empty: ReactNode;
  isLoading?: boolean;
  isStale?: boolean;
  skeletonRows?: number;
  /**
   * One line a row, and two lines on phones: long texts are cut off, so the cells must have a title or a link. With
   * "phone", only on phones.
   */
  dense?: boolean | "phone";
  /** Stack the cells of a row on phones; false for small tables that fit. */
  stacking?: boolean;
  /** The state of `useInfiniteList`, for lists that load more rows. */
  more?: MoreOfList;
};

/** A table of rows that the server sorts and pages. Arrow keys move between rows, Enter opens a row, Escape closes its details. */
export function DataTable<T>(props: Props<T>) {
  const {
    label,
    rows,
    rowKey,
    sort,
    onSort,
    unsorted,
    expand,
    ticks,
    empty,
    isLoading = false,
    isStale = false,
    more,
  } = props;
  const { skeletonRows = 5, stacking = true, dense = false } = props;
  const columns = props.columns.filter((column) => !!column);
  const [openKey, setOpenKey] = useOpenRow(label, expand !== undefined);
  const id = useId();
  const headings = useRef<HTMLTableRowElement>(null);
  useShownInStrip(headings, "[aria-sort]", sort);
  // Return the focus to the button that opened the details.
  const close = (expansionId: string) => {
    setOpenKey(null);
    document.querySelector<HTMLElement>(`[aria-controls="${expansionId}"]`)?.focus();
  };

  if (!isLoading && rows.length === 0) return more?.failed ? <LoadFailed {...more} /> : empty;
  const width = columns.length + (expand ? 1 : 0) + (ticks ? 1 : 0);
  return (
    <div className="data-table-wrap">
      {more?.isPaused && <NoConnection />}
      <table
        className={classNames(
          "data-table",
          stacking && "stacking",
          dense === true && "dense",
          dense && "dense-phone",
          ticks && "ticking",
          isStale && "stale",
        )}
        aria-label={label}
        aria-busy={isLoading || isStale}
      >
        <thead>
          <tr ref={headings} onFocus={() => bringIntoSight(headings.current, ":focus")}>
            {ticks && <TickAll ticks={ticks} />}
            {columns.map((column) => (
              <Heading key={column.key} {...{ column, sort, onSort, unsorted }} />
            ))}
            {expand && (
              <th scope="col">
                <span className="visually-hidden">Details</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveFocus(event, () => setOpenKey(null))}>
          {isLoading && rows.length === 0
            ? Array.from({ length: skeletonRows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
                <tr key={index}>
                  <td colSpan={width}>
                    <span className="skeleton w-60" />
                    <span className="skeleton w-40" />
                  </td>
                </tr>
              ))
            : rows.map((row) => {
                const key = rowKey(row);
                const open = openKey === key;
                return (
                  <Fragment key={key}>
                    <Row
                      {...props}
                      columns={columns}
                      row={row}
                      open={open}
                      expansionId={`${id}-${key}`}
                      toggle={() => setOpenKey(open ? null : key)}
                    />
                    {open && expand && (
                      <tr className="data-table-expansion" id={`${id}-${key}`}>
                        <td colSpan={width}>{expand(row, () => close(`${id}-${key}`))}</td>
                      </tr>
                    )}
                  </Fragment>
                );
              })}
        </tbody>
      </table>
      {more && <LoadMore {...more} />}
    </div>
  );
}

/** State of the open row, stored in the history entry: going back to the page opens the row again. */
function useOpenRow(table: string, expands: boolean) {
  type Key = string | number | null;
  const [openKey, setOpenKey] = useState<Key>(null);
  useEffect(() => {
    const stored = (window.history.state as { openRow?: { table: string; key: Key } } | null)?.openRow;
    if (expands && stored?.table === table) setOpenKey(stored.key);
  }, [expands, table]);
  const open = (key: Key) => {
    setOpenKey(key);
    if (!expands) return;
    window.history.replaceState({ ...window.history.state, openRow: { table, key } }, "");
  };
  return [openKey, open] as const;
}

function cellClass<T>({ primary, numeric, className }: Column<T>): string | undefined {
  return classNames(primary && "primary-cell", numeric && "numeric", className) || undefined;
}

type HeadingProps<T> = {
  column: Column<T>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  unsorted: Sort | undefined;
};

function Heading<T>({ column, sort, onSort, unsorted }: HeadingProps<T>) {
  const sortable = column.sort && onSort;
  const by = sort?.replace(/^-/, "");
  const sorted = sortable && by === column.sort;
  const descending = sorted && sort?.startsWith("-");
  const className = cellClass(column);
  const next = !sorted ? column.sort : descending ? (unsorted ?? column.sort) : `-${column.sort}`;
  if (!sortable) {
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
  }
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sorted ? (descending ? "descending" : "ascending") : undefined}
    >
      <button type="button" className="sort-button" onClick={() => onSort(`${next}`)}>
        {column.title}
        <Icon name={sorted ? (descending ? "sort-descending" : "sort-ascending") : "sortable"} />
      </button>
    </th>
  );
}

type RowProps<T> = Omit<Props<T>, "columns"> & {
  columns: readonly Column<T>[];
  row: T;
  open: boolean;
  expansionId: string;
  toggle: () => void;
};

function Row<T>({
  columns,
  row,
  open,
  expansionId,
  toggle,
  expand,
  rowHref,
  onRowClick,
  rowKey,
  rowName,
  rowClass,
  ticks,
}: RowProps<T>) {
  const href = rowHref?.(row) ?? null;
  const act = expand ? toggle : onRowClick && (() => onRowClick(row));
  const onClick = (event: MouseEvent<HTMLTableRowElement>) => {
    if ((event.target as Element).closest("a, button, input, label, select, textarea")) return;
    if (window.getSelection()?.toString()) return;
    if (act) act();
    else if (href && (event.metaKey || event.ctrlKey)) window.open(href, "_blank", "noopener");
    else if (href) window.location.assign(href);
  };
  const onLink = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onRowClick?.(row);
  };
  const content = (column: Column<T>) => {
    if (!column.primary || expand) return column.render(row);
    if (href) {
      return (
        <a href={href} className="row-link" data-row-focus onClick={onRowClick && onLink}>
          {column.render(row)}
        </a>
      );
    }
    if (!onRowClick) return column.render(row);
    return (
      <button type="button" className="row-link" data-row-focus onClick={() => onRowClick(row)}>
        {column.render(row)}
      </button>
    );
  };
  return (
    <tr
      className={classNames(
        "data-table-row",
        (act || href) && "clickable",
        open && "open",
        ticks?.has(rowKey(row)) && "ticked",
        rowClass?.(row),
      )}
      onClick={act || href ? onClick : undefined}
    >
      {ticks && <TickRow ticks={ticks} rowKey={rowKey(row)} name={rowName?.(row) ?? "row"} />}
      {columns.map((column) => (
        <td
          key={column.key}
          className={cellClass(column)}
          data-label={!column.primary && typeof column.title === "string" ? column.title : undefined}
        >
          {content(column)}
        </td>
      ))}
      {expand && (
        <td className="expander-cell">
          <IconButton
            icon={open ? "up" : "down"}
            size="sm"
            label={`${open ? "Hide" : "Show"} details${rowName ? ` of ${rowName(row)}` : ""}`}
            aria-expanded={open}
            aria-controls={open ? expansionId : undefined}
            data-row-focus
            onClick={toggle}
          />
        </td>
      )}
    </tr>
  );
}

/** Move the focus between rows with the arrow keys, Home and End; close the open row with Escape. */
function moveFocus(event: KeyboardEvent<HTMLTableSectionElement>, closeRow: () => void): void {
  const target = event.target as HTMLElement;
  if (event.key === "Escape") {
    const opener = event.currentTarget.querySelector<HTMLElement>('[data-row-focus][aria-expanded="true"]');
    if (!opener) return;
    event.stopPropagation();
    closeRow();
    opener.focus();
    return;
  }
  if (!target.matches("[data-row-focus]")) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row-focus]")];
  const current = all.indexOf(target);
  const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  all[to]?.focus();
}
