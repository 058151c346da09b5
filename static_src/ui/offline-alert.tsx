/** Show the failure of a request without a response, for which there is no toast (specification, section 8). */
export function OfflineAlert({ error }: { error: string }) {
  if (!error) return null;
  return (
    <div ref={bringIntoSight} className="alert alert-danger" role="alert">
      {error}
    </div>
  );
}

/** Scroll to the message, because the button may be far away from it. */
export const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });
