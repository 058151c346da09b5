const ownBuild = /\/static\/build\/[\w-]+\.js$/;

/**
 * Import a module lazily. Browsers remember a module that could not be fetched and fail at once the next time
 * (Chromium before 155, Firefox), so a failed one is asked for once more at an address of its own: the browser names
 * the module in the error.
 */
export async function fetchModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = addressIn(error);
    if (!address) throw error;
    return (await import(`${address}?again=${Date.now()}`)) as T;
  }
}

/** The address of a module of this build that an import error names. */
export function addressIn(error: unknown): string | null {
  const named = String((error as Error)?.message).match(/https?:\/\/\S+$/)?.[0];
  if (!named || !URL.canParse(named)) return null;
  const { origin, pathname } = new URL(named);
  return origin === window.location.origin && ownBuild.test(pathname) ? pathname : null;
}
