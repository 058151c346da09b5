import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { OrgLogo } from "../../../domain/people/faces";
import { AddressDisplay } from "../../../domain/places/address";
import { emit } from "../../../lib/events";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card, Facts } from "../../../ui/card";
import { Time } from "../../../ui/time";
import type { UserDetails } from "../types";
import { UserStatusBadge } from "./user-status";
import "../network.scss";

type Props = {
  user: UserDetails;
  /** Called if the invitation cannot be sent again; the person may have accepted it meanwhile. */
  onRefused: () => void;
};

/** The organisation, status and join date of a person, with a button that sends a pending invitation again. */
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
  const {
    save: resend,
    busy: sending,
    failure,
  } = useSave({
    progress: "Re-sending invitation...",
    send: () => request("POST", "/api/user/{user_id}/resendInvite", { path: { user_id: userId } }),
    success: "Invitation re-sent.",
    onSaved: () => emit("EVENT_LOG_CHANGED", {}),
    onError: (error) => {
      if (!isOffline(error)) onRefused();
    },
  });
  return (
    <div className="panel-action">
      <Button icon="send" onClick={() => resend()} busy={sending}>
        Re-send invite...
      </Button>
      <div role="alert">{failure && <p className="field-error">{failure}</p>}</div>
    </div>
  );
}
