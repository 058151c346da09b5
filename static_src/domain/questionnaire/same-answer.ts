/** Whether two answers are the same JSON, whatever the order of keys; absent and null are one. */
export function sameAnswer(left: unknown, right: unknown): boolean {
  if (Object.is(left ?? null, right ?? null)) return true;
  if (typeof left !== "object" || typeof right !== "object" || !left || !right) return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const [a, b] = [left as Record<string, unknown>, right as Record<string, unknown>];
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].every((key) => sameAnswer(a[key], b[key]));
}
