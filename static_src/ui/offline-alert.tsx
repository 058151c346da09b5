import { useState } from "react";
import { isOffline } from "../api/errors";

/**
 * Hold the message for a call without a response: there is no toast for it (specification, section 8), so the component
 * that made the call shows it. `set` takes what was thrown, or null when another try begins.
 */
export function useOfflineError(): readonly [message: string, set: (error: unknown) => void] {
  const [message, setMessage] = useState("");
  return [message, (error) => setMessage(isOffline(error) ? error.message : "")];
}

export function OfflineAlert({ error }: { error: string }) {
  if (!error) return null;
  return (
    <div ref={bringIntoSight} className="alert alert-danger" role="alert">
      {error}
    </div>
  );
}

/** What was pressed may be far from the place that says what became of it. */
export const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });
