import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import { GuestIntro, LinkGone, useGuestSession } from "../../../domain/sign-in/guest-page";
import { formatCount } from "../../../lib/text/numbers";
import { PageHeader } from "../../../ui/page-header";
import { GuestRequirementCard } from "./requirement-card";
import type { GuestRequirement } from "./types";
import "../shelf/shelf.scss";

type Props = {
  uuid: string;
  buyer: { id: number; name: string };
  supplierName: string;
  requirements: GuestRequirement[];
  /** The buyer's logo; its address needs no sign-in. */
  logoUrl: string | null;
  expiredText: string;
  endedHint: string;
};

/** Screen /guest/{uuid}/document/{id}: the documents that the person with this link is asked for. */
export default function GuestDocuments(props: Props) {
  const { uuid, buyer, supplierName, logoUrl, expiredText, endedHint } = props;
  const isSignedIn = useGuestSession(uuid, expiredText);
  const [requirements, setRequirements] = useState(props.requirements);
  useEffect(() => {
    if (isSignedIn) request("GET", "/api/guestDocument", { toast: false }).then(setRequirements, () => {});
  }, [isSignedIn]);
  if (isSignedIn === false) return <LinkGone text={expiredText} />;
  if (requirements.length === 0) return <LinkGone text={expiredText} hint={endedHint} />;
  const open = requirements.filter(({ isOpen }) => isOpen).length;
  return (
    <>
      <GuestIntro organisation={{ ...buyer, logoUrl }}>
        <strong>{buyer.name}</strong> asks {supplierName} for{" "}
        {requirements.length === 1 ? "a document" : `${requirements.length} documents`}. Use the same link to
        come back at any time.
      </GuestIntro>
      <PageHeader title={<bdi>{titleOf(open, buyer.name)}</bdi>} />
      <div className="document-shelf">
        {requirements.map((requirement, place) => (
          <GuestRequirementCard
            key={requirement.id}
            requirement={requirement}
            buyerName={buyer.name}
            showsMessage={requirement.message !== requirements[place - 1]?.message}
            onSent={(sent) =>
              setRequirements((before) => before.map((each) => (each.id === sent.id ? sent : each)))
            }
          />
        ))}
      </div>
    </>
  );
}

function titleOf(open: number, buyer: string): string {
  if (open === 0) return `Nothing left to send to ${buyer}`;
  return `Send ${formatCount(open, "document")} to ${buyer}`;
}
