import { ErrorPage } from "./error-page";

type Props = { message?: string | null; again?: boolean };

/** Page for an error during rendering, with the message of the server. */
export default function Problem({ message, again }: Props) {
  return (
    <ErrorPage icon="warning" title="Something went wrong" again={again}>
      {message || "Please try again."}
    </ErrorPage>
  );
}
