import { ErrorPage } from "./error-page";

type Props = { message?: string | null; again?: boolean };

/** A page that could not be made, with the server's sentence. */
export default function Problem({ message, again }: Props) {
  return (
    <ErrorPage icon="warning" title="Something went wrong" again={again}>
      {message || "Please try again."}
    </ErrorPage>
  );
}
