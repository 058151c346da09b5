/** Return true if two answers are equal as JSON; the order of keys is ignored, and absent equals null. */
export function sameAnswer(left: unknown, right: unknown): boolean {
  if (Object.is(left ?? null, right ?? null)) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameAnswer(a[key], b[key]));
}
