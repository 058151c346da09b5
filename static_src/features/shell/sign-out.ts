import { request } from "../../api/client";
import { emit } from "../../lib/events";

/** Signing out waits so long for what is being saved, ms; the browser keeps what the server has not taken by then. */
const longestSaving = 5_000;

/** End the session, and go to sign in again. What was typed just now is saved first. Throws ApiError. */
export async function signOut(): Promise<void> {
  const saving: Promise<unknown>[] = [];
  emit("BEFORE_SIGN_OUT", { until: (saved) => saving.push(saved) });
  await Promise.race([
    Promise.allSettled(saving),
    new Promise((resolve) => setTimeout(resolve, longestSaving)),
  ]);
  await request("DELETE", "/api/session");
  window.location.assign("/login");
}
