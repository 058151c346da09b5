import { ErrorPage } from "./error-page";

/** The same for what does not exist and for what the viewer may not know of. */
export default function NotFound() {
  return (
    <ErrorPage icon="search" title="Nothing was found here">
      The link may be old, or what it led to may have been moved.
    </ErrorPage>
  );
}
