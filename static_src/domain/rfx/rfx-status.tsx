import { Badge, type Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";
import type { RfxOrganisation, StatusInfo } from "./rfx";

/** The badge of an RFx's status. */
export function RfxStatusBadge({ info }: { info: StatusInfo }) {
  return (
    <Badge tone={info.style as Tone} icon={info.icon as IconName}>
      {info.label}
    </Badge>
  );
}

/** An organisation's name as a link to its page; plain text for the placeholder of guests, which has no page. */
export function OrganisationName({ organisation }: { organisation: RfxOrganisation }) {
  if (organisation.isGuest) return <>{organisation.safeName}</>;
  return <a href={`/organisations/${organisation.id}`}>{organisation.name}</a>;
}
