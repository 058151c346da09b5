import { ErrorPage } from "./error-page";

/** Where somebody is sent who may not see a page (specification, section 2, Sysadmin). */
export default function Unauthorized() {
  return <ErrorPage icon="locked" title="Nothing here." />;
}
