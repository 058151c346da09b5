const ownBuild = /\/static\/build\/[\w-]+\.js$/;

/**
 * Import a module lazily. Browsers cache a failed import and fail at once the next time (Chromium before 155, Firefox),
 * so the module is requested once more with a query parameter. Its address comes from the browser's error message.
 */
export async function fetchModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const path = modulePath(error);
    if (!path) throw error;
    return (await import(`${path}?again=${Date.now()}`)) as T;
  }
}

/** Return the path of the module in the message of an import error; null if it is not a module of this build. */
export function modulePath(error: unknown): string | null {
  const address = String((error as Error)?.message).match(/https?:\/\/\S+$/)?.[0];
  if (!address || !URL.canParse(address)) return null;
  const { origin, pathname } = new URL(address);
  return origin === window.location.origin && ownBuild.test(pathname) ? pathname : null;
}
