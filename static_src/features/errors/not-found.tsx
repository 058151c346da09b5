import { ErrorPage } from "./error-page";

/** Page for records that do not exist and, with the same text, for records that the viewer may not see. */
export default function NotFound() {
  return (
    <ErrorPage icon="search" title="Nothing was found here">
      The link may be old, or what it led to may have been moved.
    </ErrorPage>
  );
}
