import { useState } from "react";
import { isLost } from "../api/errors";

/**
 * What is left to be said of a call that got no answer: no toast tells of it (specification, section 8), so the place
 * that made the call does. `tell` takes what was thrown, or null when another try begins.
 */
export function useLost(): readonly [lost: string, tell: (error: unknown) => void] {
  const [lost, setLost] = useState("");
  return [lost, (error) => setLost(isLost(error) ? error.message : "")];
}

export function LostNote({ lost }: { lost: string }) {
  if (!lost) return null;
  return (
    <div ref={bringIntoSight} className="alert alert-danger" role="alert">
      {lost}
    </div>
  );
}

/** What was pressed may be far from the place that says what became of it. */
export const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });
