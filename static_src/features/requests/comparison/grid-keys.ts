import type { KeyboardEvent } from "react";

const cellSelector = "[role=gridcell], [role=rowheader], [role=columnheader]";
const pageRows = 10;

/** Return the cell of a grid that contains an element. */
export function cellOf(element: EventTarget | null): HTMLElement | null {
  return element instanceof Element ? element.closest<HTMLElement>(cellSelector) : null;
}

/** Make one cell the only one that Tab reaches, and focus it. */
export function focusCell(grid: HTMLElement, cell: HTMLElement): void {
  makeTabbable(grid, cell);
  cell.focus();
}

/**
 * Make one cell the only one that Tab reaches. The attribute is set on the elements, because rendering thousands of
 * cells again for each key would take longer than a frame.
 */
export function makeTabbable(grid: HTMLElement, cell: HTMLElement | null): void {
  for (const other of grid.querySelectorAll<HTMLElement>(`:is(${cellSelector})[tabindex="0"]`)) {
    if (other !== cell) other.tabIndex = -1;
  }
  if (cell) cell.tabIndex = 0;
}

/** Make the first cell tabbable if none is, for example after its row has disappeared. */
export function keepTabbable(grid: HTMLElement | null): void {
  if (!grid || grid.querySelector(`:is(${cellSelector})[tabindex="0"]`)) return;
  makeTabbable(grid, grid.querySelector<HTMLElement>(cellSelector));
}

/** Move the focus between the cells of a grid as in the ARIA grid pattern. Returns true if the key was used. */
export function moveInGrid(event: KeyboardEvent, grid: HTMLElement): boolean {
  const cell = cellOf(event.target);
  const row = cell?.closest<HTMLElement>("[role=row]");
  // Keys of a control inside a cell, such as a select, belong to that control.
  if (!cell || !row || event.target !== cell || event.altKey || event.metaKey) return false;
  const cells = cellsOf(row);
  const column = cells.indexOf(cell);
  const rows = [...grid.querySelectorAll<HTMLElement>("[role=row]")];
  const index = rows.indexOf(row);
  const inRow = (at: number) => cells[Math.min(cells.length - 1, Math.max(0, at))];
  const inColumn = (at: number) => {
    const target = rows[Math.min(rows.length - 1, Math.max(0, at))];
    return target && sameColumn(cell, cellsOf(target));
  };
  const targetOf = (): HTMLElement | undefined => {
    switch (event.key) {
      case "ArrowRight":
        return inRow(column + 1);
      case "ArrowLeft":
        return inRow(column - 1);
      case "ArrowDown":
        return inColumn(index + 1);
      case "ArrowUp":
        return inColumn(index - 1);
      case "PageDown":
        return inColumn(index + pageRows);
      case "PageUp":
        return inColumn(index - pageRows);
      case "Home":
        return event.ctrlKey ? cellsOf(rows[0])[0] : cells[0];
      case "End":
        return event.ctrlKey ? cellsOf(rows.at(-1)).at(-1) : cells.at(-1);
      default:
        return undefined;
    }
  };
  const target = targetOf();
  if (!target) return false;
  event.preventDefault();
  focusCell(grid, target);
  return true;
}

function cellsOf(row: HTMLElement | undefined): HTMLElement[] {
  return [...(row?.querySelectorAll<HTMLElement>(cellSelector) ?? [])];
}

/** Return the cell in the column of `cell`; a cell that spans columns covers those after it. */
function sameColumn(cell: HTMLElement, cells: readonly HTMLElement[]): HTMLElement | undefined {
  const columnOf = (each: HTMLElement) => Number(each.getAttribute("aria-colindex") ?? 1);
  return cells.findLast((each) => columnOf(each) <= columnOf(cell)) ?? cells[0];
}
