/** The records that the viewer has opened in this browser, by user: only keys, because names may become invisible. */
const storageKey = (userId: number) => `assay.recent.${userId}`;
const maxRecords = 30;

/** The pages of records by the type of the search; the first group is the id. */
const pages: readonly (readonly [type: string, path: RegExp])[] = [
  ["supplier", /^\/organisations\/(\d+)(?:\/documents)?$/],
  ["request", /^\/rfx\/request\/(\d+)/],
  ["rfx", /^\/rfx\/(\d+)/],
  ["contact", /^\/contacts\/(\d+)$/],
  ["assessment", /^\/assessment\/(\d+)/],
  ["ncr", /^\/ncr\/(\d+)/],
  ["message", /^\/messages\/t\/(\d+)/],
  ["form", /^\/forms\/(\d+)/],
];

/** Return the keys of the records that the user has opened, the latest first. */
export function recentKeys(userId: number): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(userId)) ?? "[]");
    const isKey = (key: unknown) => typeof key === "string" && /^[a-zA-Z]{1,30}:[1-9]\d{0,17}$/.test(key);
    return Array.isArray(stored) ? stored.filter(isKey).slice(0, maxRecords) : [];
  } catch {
    return [];
  }
}

/** Return the key of the record whose page has this path; null for other pages. */
export function keyOfPath(path: string): string | null {
  for (const [type, pattern] of pages) {
    const id = path.match(pattern)?.[1];
    if (id) return `${type}:${id}`;
  }
  return null;
}

/** Add the record of a page, if it is the page of one. */
export function noteViewed(userId: number, path: string): void {
  const key = keyOfPath(path);
  if (!key) return;
  const keys = [key, ...recentKeys(userId).filter((other) => other !== key)].slice(0, maxRecords);
  try {
    localStorage.setItem(storageKey(userId), JSON.stringify(keys));
  } catch {
    // Without storage nothing is remembered.
  }
}

/** Remove the records of a user, who signs out. */
export function removeViewed(userId: number): void {
  try {
    localStorage.removeItem(storageKey(userId));
  } catch {
    // Without storage nothing was remembered.
  }
}
