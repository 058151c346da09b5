/** A whole number with its thousands apart, alike on the server and in every browser. */
export function groupDigits(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ",");
}
