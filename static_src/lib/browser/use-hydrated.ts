import { useSyncExternalStore } from "react";

const never = () => () => {};

/** Return false on the server and during hydration, true from the next render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
