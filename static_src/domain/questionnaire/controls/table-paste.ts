import type { Column, RowAnswer } from "../rules/types";

/** First cell of the pasted selection, and the maximum number of rows. */
type Place = { row: number; column: number; mostRows: number };

export type Pasted = {
  rows: RowAnswer[];
  /** Number of cells that their column does not accept, or that are outside of the columns or rows. */
  leftOut: number;
};

/** Split a spreadsheet selection into cells; null if the text is one cell. Quoted cells may contain line breaks. */
export function cellsOf(text: string): string[][] | null {
  const cells: string[][] = [[]];
  const pattern = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\r|\n|$)/y;
  const whole = text.replace(/(\r\n|\r|\n)$/, "");
  for (let ended = false; !ended; ) {
    const found = pattern.exec(whole);
    if (!found) break;
    const [, quoted, plain = "", end] = found;
    cells.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    ended = end === "";
    if (!ended && end !== "\t") cells.push([]);
  }
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : null;
}

/** Return the rows with the pasted cells; other cells stay unchanged. */
export function withPasted(
  columns: readonly Column[],
  rows: readonly RowAnswer[],
  cells: readonly string[][],
  { row: first, column: left, mostRows }: Place,
): Pasted {
  const next = [...rows];
  let leftOut = 0;
  for (const [down, line] of cells.entries()) {
    const at = first + down;
    const changed: Record<string, unknown> = { ...next[at] };
    for (const [right, text] of line.entries()) {
      const column = columns[left + right];
      const value = column && at < mostRows ? cellOf(column, text) : undefined;
      if (column && value !== undefined) changed[column.name] = value;
      else if (text !== "") leftOut += 1;
    }
    if (at < mostRows) next[at] = changed;
  }
  return { rows: next, leftOut };
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
