import { useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { OrgLogo } from "../../../domain/people/faces";
import { AddressDisplay } from "../../../domain/places/address";
import { emit } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Card, Facts } from "../../../ui/card";
import { Time } from "../../../ui/time";
import type { UserDetails } from "../types";
import { UserStatusBadge } from "./user-status";
import "../network.scss";

type Props = {
  user: UserDetails;
  /** The invitation can't be sent again: it was accepted meanwhile, perhaps. */
  onRefused: () => void;
};

/** Where a person belongs, their status, since when, and for an invited one another mail. */
export function ContactPanel({ user, onRefused }: Props) {
  const { organisation } = user;
  return (
    <Card>
      <div className="subject mb-3">
        <OrgLogo organisation={organisation} />
        <a href={`/organisations/${organisation.id}`} className="subject-text cell-title">
          {organisation.name}
        </a>
      </div>
      <Facts
        stacked
        items={[
          ["Status", <UserStatusBadge key="status" status={user.status} />],
          ["Since", <Time key="since" value={user.joinDate} none="not joined yet" />],
          [
            "Address",
            <div key="address">
              <AddressDisplay address={user.address} />
            </div>,
          ],
        ]}
      />
      {user.mayResendInvite && <ResendInvite userId={user.id} onRefused={onRefused} />}
    </Card>
  );
}

function ResendInvite({ userId, onRefused }: { userId: number; onRefused: () => void }) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState("");
  const resend = async () => {
    setSending(true);
    setFailure("");
    const telling = toasts.info("Re-sending invitation...");
    try {
      await request("POST", "/api/user/{user_id}/resendInvite", { path: { user_id: userId } });
      toasts.dismissRead(telling);
      toasts.success("Invitation re-sent.");
      emit("EVENT_LOG_CHANGED", {});
    } catch (error) {
      toasts.dismiss(telling);
      if (isOffline(error)) setFailure(errorText(error));
      else onRefused();
    } finally {
      setSending(false);
    }
  };
  return (
    <div className="panel-action">
      <Button icon="send" onClick={resend} busy={sending}>
        Re-send invite...
      </Button>
      <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
    </div>
  );
}
