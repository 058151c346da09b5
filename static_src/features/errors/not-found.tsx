import { ErrorPage } from "./error-page";

/** Page for records that do not exist and, with the same text, for records that the viewer may not see. */
export default function NotFound() {
  return (
    <ErrorPage icon="search" title="Page not found">
      The link may be out of date or the page has moved.
    </ErrorPage>
  );
}
