import { classNames } from "./class-names";

type Props = { error: string | null | undefined; className?: string };

/** Alert with the failure of an action, as a sentence; nothing without a failure. */
export function FailureAlert({ error, className }: Props) {
  if (!error) return null;
  return (
    <div ref={bringIntoSight} className={classNames("alert alert-danger", className)} role="alert">
      {error}
    </div>
  );
}

/** A ref callback that scrolls an element into view: the pressed button may be far from the alert. */
export const bringIntoSight = (element: HTMLElement | null) =>
  element?.scrollIntoView?.({ block: "nearest" });
