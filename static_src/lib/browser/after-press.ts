/**
 * What happens on leaving a field may move the page: an error appears, and the button that is being pressed is no
 * longer under the pointer when it is let go, so that the click is lost. What moves the page therefore waits for
 * the end of a press.
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
  // The click comes after the end of the press.
  if (due.length > 0) setTimeout(() => due.forEach((action) => void action()), 0);
}

if (typeof document !== "undefined") {
  document.addEventListener("pointerdown", begin, true);
  document.addEventListener("pointerup", end, true);
  document.addEventListener("pointercancel", end, true);
}

/** Run `action` now, or after the press that is under way and its click. */
export function afterPress(action: () => void): void {
  if (isPressed) waiting.push(action);
  else action();
}
