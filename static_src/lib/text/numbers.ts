/** Format a whole number with a comma between thousands, the same on the server and in every browser. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Format a number with its noun: "1 supplier", "2,000 suppliers". `plural` is for nouns that add more than an s. */
export function formatCount(count: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 ? noun : plural}`;
}

/** Format the length of a list: "3 entries"; "10,000+ entries" if counting stopped at the limit. */
export function formatListCount(
  { total, capped }: { total: number; capped: boolean },
  [noun, plural]: readonly [string, string],
): string {
  return capped ? `${groupDigits(total)}+ ${plural}` : formatCount(total, noun, plural);
}
