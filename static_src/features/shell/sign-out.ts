import { request } from "../../api/client";
import { emit } from "../../lib/events";

/**
 * Time that signing out waits for saves in progress, ms. The browser stores what the server has not acknowledged by
 * then.
 */
const maxSavingTime = 5_000;

/** Save recent changes, end the session, and go to the sign-in page. Throws ApiError. */
export async function signOut(): Promise<void> {
  const saving: Promise<unknown>[] = [];
  emit("BEFORE_SIGN_OUT", { until: (saved) => saving.push(saved) });
  await Promise.race([
    Promise.allSettled(saving),
    new Promise((resolve) => setTimeout(resolve, maxSavingTime)),
  ]);
  await request("DELETE", "/api/session");
  window.location.assign("/login");
}
