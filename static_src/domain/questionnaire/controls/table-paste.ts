import type { Column, RowAnswer } from "../rules/types";

/** First cell of the pasted selection, and the maximum number of rows. */
type PasteTarget = { row: number; column: number; maxRows: number };

export type PasteResult = {
  rows: RowAnswer[];
  /** Number of cells that their column does not accept, or that are outside of the columns or rows. */
  skippedCells: number;
};

/** Split a spreadsheet selection into cells; null if the text is one cell. Quoted cells may contain line breaks. */
export function parseCells(text: string): string[][] | null {
  const cells: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  const selection = text.replace(/(\r\n|\r|\n)$/, "");
  for (let isEnd = false; !isEnd; ) {
    const match = pattern.exec(selection);
    if (!match) break;
    const [, quoted, plain = "", delimiter] = match;
    cells.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    isEnd = delimiter === "";
    if (!isEnd && delimiter !== "\t") cells.push([]);
  }
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

/** Return the rows with the pasted cells; other cells stay unchanged. */
export function pasteCells(
  columns: readonly Column[],
  rows: readonly RowAnswer[],
  cells: readonly string[][],
  { row: firstRow, column: firstColumn, maxRows }: PasteTarget,
): PasteResult {
  const next = [...rows];
  let skippedCells = 0;
  for (const [rowOffset, texts] of cells.entries()) {
    const index = firstRow + rowOffset;
    const row: Record<string, unknown> = { ...next[index] };
    for (const [columnOffset, text] of texts.entries()) {
      const column = columns[firstColumn + columnOffset];
      const value = column && index < maxRows ? cellOf(column, text) : undefined;
      if (column && value !== undefined) row[column.name] = value;
      else if (text !== "") skippedCells += 1;
    }
    if (index < maxRows) next[index] = row;
  }
  return { rows: next, skippedCells };
}

/** Convert text to a cell value; undefined if the column does not accept it. */
function cellOf({ type, options }: Column, text: string): unknown {
  if (text === "") return null;
  const plain = text.toLowerCase();
  if (type === "YESNO") {
    if (["yes", "y", "true", "1"].includes(plain)) return true;
    return ["no", "n", "false", "0"].includes(plain) ? false : undefined;
  }
  if (type !== "SINGLE_CHOICE") return text;
  return options.find(({ value, label }) => [value, label].some((name) => name.toLowerCase() === plain))
    ?.value;
}
