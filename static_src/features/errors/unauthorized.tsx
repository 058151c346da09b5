import { ErrorPage } from "./error-page";

/** Page for users without permission for a page (specification, section 2, Sysadmin). */
export default function Unauthorized() {
  return <ErrorPage icon="locked" title="Nothing here." />;
}
