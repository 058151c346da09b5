import { emit } from "../lib/events";

/** Pages that stay where they are when a call answers 401. */
const staying = ["/login", "/passwordReset", "/acceptInvite", "/guest", "/loading", "/maintenance"];

/** Whether a path of this site opens without a session: nobody has to sign in to come back to it. */
export function opensSignedOut(path: string): boolean {
  return staying.some((start) => path.startsWith(start));
}

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

const comingBack = () => {
  const { pathname, search, hash } = window.location;
  return `returnUrl=${encodeURIComponent(pathname + search + hash)}`;
};

/** Go to /maintenance, which leads back here: what could not be sent is sent from this page. */
export function leaveForMaintenance(): void {
  if (window.location.pathname !== "/maintenance") leave(`/maintenance?${comingBack()}`);
}

/** Go to sign in and come back after; false where the page is one that stays. */
export function leaveForLogin(): boolean {
  if (opensSignedOut(window.location.pathname)) return false;
  leave(`/login?${comingBack()}`);
  return true;
}
