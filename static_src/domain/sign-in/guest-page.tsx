import { type ComponentProps, type ReactNode, useEffect, useState } from "react";
import { refreshSession, request } from "../../api/client";
import { becomeGuest } from "../../api/session";
import { Icon } from "../../ui/icon";
import { OrgLogo } from "../people/faces";
import "./guest-page.scss";

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

type Props = Pick<ComponentProps<typeof OrgLogo>, "organisation"> & { children: ReactNode };

/** The line above the title of a guest's page: the logo of the organisation that asks, and its request. */
export function GuestIntro({ organisation, children }: Props) {
  return (
    <p className="guest-intro">
      <OrgLogo organisation={organisation} />
      <span>{children}</span>
    </p>
  );
}

/** Content of a guest's page whose link is not, or no longer, valid. */
export function LinkGone({ text, hint }: { text: string; hint?: string | null }) {
  return (
    <div className="error-page">
      <Icon name="link" className="error-page-icon" />
      <h1 className="error-page-title">{text}</h1>
      <p className="text-secondary">{hint ?? "Please ask the person who sent it to you for a new one."}</p>
    </div>
  );
}
