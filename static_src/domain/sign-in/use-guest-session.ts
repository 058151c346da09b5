import { useEffect, useState } from "react";
import { refreshSession, request } from "../../api/client";
import { becomeGuest } from "../../api/session";

/**
 * Sign in with the link `uuid`. Returns false if the link is no longer valid, and null until there is a response: without
 * one the state of the link is unknown, and the next request tries to sign in again.
 */
export function useGuestSession(uuid: string, expiredText: string): boolean | null {
  const [isSignedIn, setSignedIn] = useState<boolean | null>(null);
  useEffect(() => {
    becomeGuest(uuid, expiredText);
    signInAsGuest().then(setSignedIn, () => {});
  }, [uuid, expiredText]);
  return isSignedIn;
}

/** Sign in with the link of the page, then load the session. Returns false if the link is no longer valid. */
export async function signInAsGuest(): Promise<boolean> {
  if (!(await refreshSession())) return false;
  await request("GET", "/api/session", { toast: false });
  return true;
}
