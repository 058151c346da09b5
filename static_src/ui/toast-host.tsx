import { useEffect, useState } from "react";
import { type Toast, type ToastAction, toastDuration, toasts, useToasts } from "../lib/toasts";
import { Button, ButtonLink, IconButton } from "./button";
import { Icon } from "./icon";

const icons = { ok: "success", info: "info", bad: "error" } as const;

/** The area of toasts. Screen readers announce them; their timers stop while the pointer or the focus is on them. */
export function ToastHost() {
  const shown = useToasts();
  const [isPaused, setPaused] = useState(false);
  return (
    <section
      className="toast-host"
      aria-label="Notifications"
      onMouseEnter={() => setPaused(true)}
      onMouseLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <div role="status">
        {shown.map(
          (toast) =>
            toast.tone !== "bad" && <ToastMessage key={toast.id} toast={toast} isPaused={isPaused} />,
        )}
      </div>
      <div role="alert">
        {shown.map(
          (toast) =>
            toast.tone === "bad" && <ToastMessage key={toast.id} toast={toast} isPaused={isPaused} />,
        )}
      </div>
    </section>
  );
}

function Action({ action, onUse }: { action: ToastAction; onUse: () => void }) {
  const look = { size: "sm", variant: "link", className: "toast-action" } as const;
  if ("href" in action) {
    return (
      <ButtonLink {...look} href={action.href} onClick={onUse}>
        {action.label}
      </ButtonLink>
    );
  }
  return (
    <Button
      {...look}
      onClick={() => {
        onUse();
        action.run();
      }}
    >
      {action.label}
    </Button>
  );
}

type MessageProps = { toast: Toast; isPaused: boolean };

function ToastMessage({ toast: { id, tone, text, action, second, progress }, isPaused }: MessageProps) {
  const duration = progress ? null : toastDuration[tone];
  useEffect(() => {
    if (duration === null || isPaused) return;
    const timer = setTimeout(() => toasts.dismiss(id), duration);
    return () => clearTimeout(timer);
  }, [id, duration, isPaused]);
  return (
    <div className={`toast-message toast-${tone}`}>
      <Icon name={icons[tone]} />
      <span className="toast-text">
        {text}
        {progress}
      </span>
      {action && <Action action={action} onUse={() => toasts.dismiss(id)} />}
      {second && <Action action={second} onUse={() => toasts.dismiss(id)} />}
      <IconButton
        icon="close"
        size="sm"
        label="Close"
        className="toast-close"
        onClick={() => toasts.dismiss(id)}
      />
    </div>
  );
}
