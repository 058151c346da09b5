import { GuestIntro, LinkGone, useGuestSession } from "../../domain/sign-in/guest-page";
import { LatePart } from "../../lib/browser/late-part";
import { StatusBadge } from "../../ui/badge";
import { PageHeader } from "../../ui/page-header";
import { loadScreen } from "./load-screen";
import type { CorrectiveAction } from "./types";

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
  const isSignedIn = useGuestSession(uuid, expiredText);
  if (isSignedIn === false) return <LinkGone text={expiredText} />;
  const { requester, supplier } = action;
  return (
    <>
      <GuestIntro organisation={{ ...requester, logoUrl }}>
        <strong>{requester.name}</strong> asks {supplier.name} for a corrective action. Everything is saved as
        you type, also without a connection. Use the same link to come back at any time.
      </GuestIntro>
      <PageHeader title={<bdi>{action.ncr.title}</bdi>} badges={<StatusBadge info={action.stateInfo} />} />
      <LatePart load={loadScreen}>
        {(part) => (
          <part.ActionScreen first={action} scope={`guest-${guestId}.correctiveAction-${action.id}`} />
        )}
      </LatePart>
    </>
  );
}
