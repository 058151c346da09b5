/**
 * Delays actions until the end of a press. Leaving a field can show an error and move the page, so that the pressed
 * button is no longer under the pointer on release and the browser fires no click.
 */
let isPressed = false;
let waiting: (() => void)[] = [];

function begin(): void {
  isPressed = true;
}

function end(): void {
  isPressed = false;
  const due = waiting;
  waiting = [];
  // The browser fires the click after pointerup.
  if (due.length > 0) setTimeout(() => due.forEach((action) => void action()), 0);
}

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", begin, true);
  document.addEventListener("pointerup", end, true);
  document.addEventListener("pointercancel", end, true);
}

/** Run `action` now, or after the current press and its click. */
export function afterPress(action: () => void): void {
  if (isPressed) waiting.push(action);
  else action();
}
