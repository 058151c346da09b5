import { Button } from "./button";

/** Says that a form begins with what was kept of the last time, and offers to begin anew. */
export function KeptNote({ onAnew }: { onAnew: () => void }) {
  return (
    <div className="alert alert-info d-flex align-items-center gap-2">
      <span className="flex-fill">This is what you had written and not sent.</span>
      <Button size="sm" onClick={onAnew}>
        Start anew
      </Button>
    </div>
  );
}
