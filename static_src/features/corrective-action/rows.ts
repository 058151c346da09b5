/** Return the key of a new row. Keys sort in the order of their creation, and no two devices create the same. */
export function newRow(now: number = Date.now()): string {
  const random = Math.random().toString(36).slice(2, 8).padEnd(6, "0");
  return now.toString(36).padStart(10, "0") + random;
}

/** Return the keys of the rows of a list that have a value, in the order of their creation. */
export function rowsOf(values: ReadonlyMap<string, unknown>, list: string): string[] {
  const start = `${list}.`;
  const rows = new Set<string>();
  for (const [key, value] of values) {
    if (value === null || !key.startsWith(start)) continue;
    rows.add(key.slice(start.length).split(".")[0] ?? "");
  }
  return [...rows].sort();
}
