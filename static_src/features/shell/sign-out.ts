import { request } from "../../api/client";
import { browserPageContext } from "../../lib/browser/page-context";
import { removeViewed } from "../../lib/state/recent-records";
import { saveChanges } from "../../lib/state/save-changes";

/** Save recent changes, end the session, and go to the sign-in page. Throws ApiError. */
export async function signOut(): Promise<void> {
  await saveChanges();
  await request("DELETE", "/api/session");
  const { user } = browserPageContext();
  if (user) removeViewed(user.id);
  window.location.assign("/login");
}
