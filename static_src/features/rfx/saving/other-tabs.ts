/**
 * Several tabs of one person on one RFx work as one: they tell each other what is typed and what was
 * acknowledged, and only one of them sends at a time.
 */
export type TabLink<M> = {
  tell: (message: M) => void;
  close: () => void;
};

/** Join the other tabs of the same name. Where the browser has no channel, nobody is told. */
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
 * Do something while no other tab does it. A tab that holds on for too long, or a browser without locks, does not
 * keep this one from going on: the server takes the same answer twice as one.
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
