/** Show the failure of a request without a response, for which there is no toast (specification, section 8). */
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
