/**
 * Channel between the tabs of one user on one RFx: they exchange edits and acknowledgements, and only one of them
 * sends at a time.
 */
export type TabLink<M> = {
  post: (message: M) => void;
  close: () => void;
};

/** Open the channel with this name. Without support for BroadcastChannel messages are dropped. */
export function joinTabs<M>(name: string, onMessage: (message: M) => void): TabLink<M> {
  if (typeof BroadcastChannel === "undefined") return { post: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<M>) => onMessage(event.data);
  return {
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

const maxWait = 10_000;

/**
 * Run `act` while no other tab runs it. Runs it anyway if the lock takes longer than 10 s or the browser has no
 * locks: the server treats a repeated answer as one save.
 */
export async function oneTabAtATime<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !navigator.locks) return act();
  let hasStarted = false;
  try {
    const signal = AbortSignal.timeout(maxWait);
    return (await navigator.locks.request(name, { signal }, () => {
      hasStarted = true;
      return act();
    })) as T;
  } catch (error) {
    if (hasStarted) throw error;
    return act();
  }
}
