import { useState } from "react";
import { isOffline } from "../api/errors";

/**
 * Hold the message for a request without a response: there is no toast for it (specification, section 8), so the
 * component that sent the request shows it. `set` takes the thrown value, or null when another attempt starts.
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

/** A ref callback that scrolls an element into view: the pressed button may be far from the alert. */
export const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });
