import { browserPageContext } from "../lib/browser/page-context";
import { writeNote } from "../lib/browser/sign-in-notes";
import { emit } from "../lib/events";

/** The pages that are not left on a 401. */
const publicPaths = ["/login", "/passwordReset", "/acceptInvite", "/guest", "/loading", "/maintenance"];

/** Return true if a path of this site opens without signing in. */
export function opensSignedOut(path: string): boolean {
  return publicPaths.some((start) => path.startsWith(start));
}

let leaving = false;

function leave(to: string): void {
  if (leaving) return;
  leaving = true;
  // Allow leaving again after the browser has restored the page from its cache.
  window.addEventListener(
    "pageshow",
    () => {
      leaving = false;
    },
    { once: true },
  );
  let reason = "expired";
  const onKept = () => {
    reason = "kept";
  };
  emit("BEFORE_LEAVE", { to, onKept });
  window.location.assign(to.startsWith("/login") ? `${to}&reason=${reason}` : to);
}

const returnQuery = () => {
  const { pathname, search, hash } = window.location;
  return `returnUrl=${encodeURIComponent(pathname + search + hash)}`;
};

/** Open /maintenance, which returns to this page, so that the page can send unsent input. */
export function leaveForMaintenance(): void {
  if (window.location.pathname !== "/maintenance") leave(`/maintenance?${returnQuery()}`);
}

/** Open the sign-in with this page as its return address. Returns false on pages that are not left. */
export function leaveForLogin(): boolean {
  if (opensSignedOut(window.location.pathname)) return false;
  writeNote("email", browserPageContext().user?.email);
  leave(`/login?${returnQuery()}`);
  return true;
}

/** Reload a guest's page, which then asks for the code of its link. Unsent input is kept in the browser. */
export function reloadForCode(): void {
  leave(window.location.pathname);
}
