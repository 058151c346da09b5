import { ErrorPage } from "./error-page";

/** A page that could not be made, with the server's sentence. */
export default function Problem({ message }: { message?: string | null }) {
  return (
    <ErrorPage icon="warning" title="Something went wrong">
      {message || "Please try again."}
    </ErrorPage>
  );
}
