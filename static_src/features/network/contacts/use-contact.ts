import { useState } from "react";
import { request } from "../../../api/client";
import { errorText, isOffline } from "../../../api/errors";
import { emit, useBrowserEvent } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import type { UserDetails } from "../types";

/** A person as they came with the page, and as they are after each change. */
export function useContact(loaded: UserDetails) {
  const [user, setUser] = useState(loaded);
  const [working, setWorking] = useState(false);
  const [failure, setFailure] = useState("");
  useBrowserEvent("USER_PIC_CHANGED", ({ userId, picUrl }) => {
    if (userId === user.id && picUrl !== undefined) setUser((now) => ({ ...now, picUrl }));
  });

  const onSaved = (saved: UserDetails) => {
    setUser(saved);
    emit("USERS_CHANGED", { organisationId: saved.organisation.id });
    emit("EVENT_LOG_CHANGED", {});
  };
  const path = { user_id: user.id };
  /** Something was refused: what is shown may be outdated. What cannot be loaded stays as it is. */
  const refresh = () => request("GET", "/api/user/{user_id}", { path, toast: false }).then(onSaved, () => {});
  const setSuspended = async (suspended: boolean) => {
    setWorking(true);
    setFailure("");
    try {
      const body = { suspended };
      onSaved(await request("PUT", "/api/user/{user_id}/suspended", { path, body }));
      toasts.success(suspended ? "User suspended ok" : "User reactivated ok");
    } catch (error) {
      if (isOffline(error)) setFailure(errorText(error));
      else refresh();
    } finally {
      setWorking(false);
    }
  };
  return { user, onSaved, refresh, setSuspended, working, failure };
}
