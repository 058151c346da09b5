import { useState } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { emit, useBrowserEvent } from "../../../lib/events";
import { useSave } from "../../../lib/state/use-save";
import type { UserDetails } from "../types";

/** The person that came with the page, updated after each change. */
export function useContact(loaded: UserDetails) {
  const [user, setUser] = useState(loaded);
  useBrowserEvent("USER_PIC_CHANGED", ({ userId, picUrl }) => {
    if (userId === user.id && picUrl !== undefined) setUser((now) => ({ ...now, picUrl }));
  });

  const onSaved = (saved: UserDetails) => {
    setUser(saved);
    emit("USERS_CHANGED", { organisationId: saved.organisation.id });
    emit("EVENT_LOG_CHANGED", {});
  };
  const path = { user_id: user.id };
  /** Load the person after an error response, because the page may be outdated. A failed request changes nothing. */
  const refresh = () => request("GET", "/api/user/{user_id}", { path, toast: false }).then(onSaved, () => {});
  const saving = useSave({
    send: (suspended: boolean) =>
      request("PUT", "/api/user/{user_id}/suspended", { path, body: { suspended } }),
    success: (_, suspended) => (suspended ? "User suspended ok" : "User reactivated ok"),
    onSaved,
    onError: (error) => {
      if (!isOffline(error)) refresh();
    },
  });
  return { user, onSaved, refresh, setSuspended: saving.save, working: saving.busy, failure: saving.failure };
}
