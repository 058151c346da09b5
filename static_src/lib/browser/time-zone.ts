/** Return the browser's time zone by its IANA name; null if the browser does not know it. */
export function browserTimeZone(): string | null {
  try {
    return new Intl.DateTimeFormat().resolvedOptions().timeZone || null;
  } catch {
    return null;
  }
}

/** Return the one of `names` that is the browser's time zone, which may have an older name there (`Asia/Calcutta`). */
export function findBrowserTimeZone(names: readonly string[]): string | null {
  const own = browserTimeZone();
  return (
    names.find((name) => name === own) ?? names.find((name) => own !== null && resolved(name) === own) ?? null
  );
}

/** Return the browser's name of a zone; empty for zones that it does not know. */
function resolved(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
  } catch {
    return "";
  }
}
