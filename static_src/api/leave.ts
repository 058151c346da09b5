import { emit } from "../lib/events";

/** Pages that stay where they are when a call answers 401. */
const staying = ["/login", "/passwordReset", "/acceptInvite", "/guest", "/loading", "/maintenance"];

let leaving = false;

function leave(to: string): void {
  if (leaving) return;
  leaving = true;
  // A page restored from the browser's cache can be left again.
  window.addEventListener(
    "pageshow",
    () => {
      leaving = false;
    },
    { once: true },
  );
  emit("BEFORE_LEAVE", { to });
  window.location.assign(to);
}

export function leaveForMaintenance(): void {
  if (window.location.pathname !== "/maintenance") leave("/maintenance");
}

/** Go to sign in and come back after; false where the page is one that stays. */
export function leaveForLogin(): boolean {
  const { pathname, search, hash } = window.location;
  if (staying.some((start) => pathname.startsWith(start))) return false;
  leave(`/login?returnUrl=${encodeURIComponent(pathname + search + hash)}`);
  return true;
}
