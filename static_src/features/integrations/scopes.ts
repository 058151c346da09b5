import type { ApiResponse } from "../../api/types";

export type Key = ApiResponse<"ApiKey">;
export type Scope = Key["scopes"][number];

/** An area of the API with its scopes; without `write` it can only be read. */
export type KeyArea = { label: string; hint: string; read: Scope; write: Scope | null };
export type KeyRole = { id: number; name: string };

/** Return the scopes after a change of one box of an area: writing includes reading. */
export function toggleScope(
  scopes: readonly Scope[],
  { read, write }: KeyArea,
  level: "read" | "write",
  isOn: boolean,
): Scope[] {
  const others = scopes.filter((scope) => scope !== read && scope !== write);
  const reads = level === "write" || isOn;
  const writes = write !== null && (level === "write" ? isOn : isOn && scopes.includes(write));
  return [...others, ...(reads ? [read] : []), ...(writes ? [write] : [])];
}

/** Describe scopes in the order of the areas: 'Suppliers (read), RFxs (read and write)'. */
export function scopesText(scopes: readonly Scope[], areas: readonly KeyArea[]): string {
  return areas
    .filter(({ read }) => scopes.includes(read))
    .map(({ label, write }) => `${label} (${write && scopes.includes(write) ? "read and write" : "read"})`)
    .join(", ");
}
