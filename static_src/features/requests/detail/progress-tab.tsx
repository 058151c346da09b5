import type { RfxRequest } from "../types";

/** The suppliers of a request with their state. */
export function ProgressTab({ request }: { request: RfxRequest }) {
  return <p>{request.docForms.map((form) => form.title).join(", ")}</p>;
}
