import { fetchModule } from "../../lib/browser/fetch-module";

/** Load the passkeys of the browser, which few visits need. */
export const loadPasskeys = () => fetchModule(() => import("./passkeys"));
