/**
 * Delays actions until the end of a press. Leaving a field can show an error and move the page, so that the pressed
 * button is no longer under the pointer on release and the browser fires no click.
 */
let isPressed = false;
let pending: (() => void)[] = [];

function startPress(): void {
  isPressed = true;
}

function endPress(): void {
  isPressed = false;
  const due = pending;
  pending = [];
  // The browser fires the click after pointerup.
  if (due.length > 0) setTimeout(() => due.forEach((action) => void action()), 0);
}

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", startPress, true);
  document.addEventListener("pointerup", endPress, true);
  document.addEventListener("pointercancel", endPress, true);
}

/** Run `action` now, or after the current press and its click. */
export function afterPress(action: () => void): void {
  if (isPressed) pending.push(action);
  else action();
}
