/** Format a whole number with a comma between thousands, the same on the server and in every browser. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
