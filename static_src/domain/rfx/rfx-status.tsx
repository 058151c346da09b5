import type { RfxOrganisation } from "./rfx";

/** An organisation's name as a link to its page; plain text for the placeholder of guests, which has no page. */
export function OrganisationName({ organisation }: { organisation: RfxOrganisation }) {
  if (organisation.isGuest) return <>{organisation.safeName}</>;
  return <a href={`/organisations/${organisation.id}`}>{organisation.name}</a>;
}
