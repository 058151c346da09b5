/**
 * Channel between the tabs of one user on one RFx: they exchange edits and acknowledgements, and only one of them
 * sends at a time.
 */
export type TabLink<M> = {
  tell: (message: M) => void;
  close: () => void;
};

/** Open the channel with this name. Without support for BroadcastChannel messages are dropped. */
export function joinTabs<M>(name: string, hear: (message: M) => void): TabLink<M> {
  if (typeof BroadcastChannel === "undefined") return { tell: () => {}, close: () => {} };
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event: MessageEvent<M>) => hear(event.data);
  return {
    tell: (message) => channel.postMessage(message),
    close: () => channel.close(),
  };
}

const longestWait = 10_000;

/**
 * Run `act` while no other tab runs it. Runs it anyway if the lock takes longer than 10 s or the browser has no
 * locks: the server treats a repeated answer as one save.
 */
export async function oneTabAtATime<T>(name: string, act: () => Promise<T>): Promise<T> {
  if (typeof navigator === "undefined" || !navigator.locks) return act();
  let begun = false;
  try {
    const signal = AbortSignal.timeout(longestWait);
    return (await navigator.locks.request(name, { signal }, () => {
      begun = true;
      return act();
    })) as T;
  } catch (error) {
    if (begun) throw error;
    return act();
  }
}
