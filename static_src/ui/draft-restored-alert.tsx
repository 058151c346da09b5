import { useRef } from "react";
import { Button } from "./button";

const controls = ":is(input, select, textarea, [contenteditable='true']):not(:disabled, [type='hidden'])";

/** Alert that a form shows a restored draft. Its button discards the draft and moves the focus to the first field. */
export function DraftRestoredAlert({ onStartOver }: { onStartOver: () => void }) {
  const alert = useRef<HTMLDivElement>(null);
  const begin = () => {
    const form = alert.current?.closest("form, [role='dialog'], .card");
    onStartOver();
    setTimeout(() => form?.querySelector<HTMLElement>(controls)?.focus());
  };
  return (
    <div ref={alert} className="alert alert-info d-flex align-items-center gap-2">
      <span className="flex-fill">Your draft was restored.</span>
      <Button size="sm" onClick={begin}>
        Discard draft
      </Button>
    </div>
  );
}
