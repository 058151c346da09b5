import { useState } from "react";
import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { emit } from "../../../lib/events";
import { useQuery } from "../../../lib/state/queries";
import { useDates } from "../../../lib/text/dates";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import "../../../domain/sign-in/sign-in.scss";

type Identity = ApiResponse<"Identity">;

/** The viewer's company sign-ins, in the card Sign-in of My Details; nothing without one. */
export function OwnIdentities() {
  const dates = useDates();
  const [removing, setRemoving] = useState<Identity | null>(null);
  const { data, refetch } = useQuery({
    queryKey: ["ownIdentities"],
    queryFn: ({ signal }) => request("GET", "/api/user/identity", { signal }),
  });
  if (!data?.length) return null;
  return (
    <>
      <ul className="factor-list" aria-label="Company sign-in">
        {data.map((identity) => (
          <li key={identity.id}>
            <div className="subject-text">
              <span className="cell-title">Company sign-in</span>{" "}
              {!identity.isUsable && <Badge tone="none">Not in use</Badge>}
              <div className="cell-sub">
                {identity.issuer}.{" "}
                {identity.lastUsed ? `Last used ${dates.dateTime(identity.lastUsed)}` : "Not used yet"}
              </div>
            </div>
            {identity.isRemovable && (
              <Button size="sm" aria-label="Remove the company sign-in" onClick={() => setRemoving(identity)}>
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmModal
        show={removing !== null}
        title="Remove the company sign-in?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        danger
        onConfirm={async () => {
          if (!removing) return;
          await request("DELETE", "/api/user/identity/{identity_id}", { path: { identity_id: removing.id } });
          setRemoving(null);
          await refetch();
          emit("EVENT_LOG_CHANGED", {});
        }}
        onClose={() => setRemoving(null)}
      >
        It can no longer sign in to your account, until you confirm it by e-mail again.
      </ConfirmModal>
    </>
  );
}
