import { useEffect, useState } from "react";
import { refreshSession, request } from "../../api/client";
import { becomeGuest } from "../../api/session";
import { OrgLogo } from "../../domain/people/faces";
import { LatePart } from "../../lib/browser/late-part";
import { LinkGone } from "../../ui/link-gone";
import { PageHeader } from "../../ui/page-header";
import { loadScreen } from "./load-screen";
import { StateBadge } from "./state-badge";
import type { CorrectiveAction } from "./types";
import "../../ui/guest-intro.scss";

type Props = {
  uuid: string;
  action: CorrectiveAction;
  guestId: number;
  /** The buyer's logo; its address needs no sign-in. */
  logoUrl: string | null;
  expiredText: string;
};

/** Screen /guest/{uuid}/correctiveAction/{id}: the corrective action for the person with this link. */
export default function GuestCorrectiveAction({ uuid, action, guestId, logoUrl, expiredText }: Props) {
  const [isExpired, setExpired] = useState(false);
  useEffect(() => {
    becomeGuest(uuid, expiredText);
    signIn().then(
      (isSignedIn) => setExpired(!isSignedIn),
      // Without a response the state of the link is unknown; the next request tries to sign in again.
      () => {},
    );
  }, [uuid, expiredText]);
  if (isExpired) return <LinkGone text={expiredText} />;
  const { requester, supplier } = action;
  return (
    <>
      <p className="guest-intro">
        <OrgLogo organisation={{ ...requester, logoUrl }} />
        <span>
          <strong>{requester.name}</strong> asks {supplier.name} for a corrective action. Everything is saved
          as you type, also without a connection. Use the same link to come back at any time.
        </span>
      </p>
      <PageHeader title={<bdi>{action.ncr.title}</bdi>} badges={<StateBadge action={action} />} />
      <LatePart load={loadScreen}>
        {(part) => (
          <part.ActionScreen first={action} scope={`guest-${guestId}.correctiveAction-${action.id}`} />
        )}
      </LatePart>
    </>
  );
}

/** Sign in with the link, then load the session. */
async function signIn(): Promise<boolean> {
  if (!(await refreshSession())) return false;
  await request("GET", "/api/session", { toast: false });
  return true;
}
