import { Badge, type Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";
import type { RfxOrganisation, StatusInfo } from "./rfx";

/** The status of an RFx, with its own icon and tone. */
export function RfxStatusBadge({ info }: { info: StatusInfo }) {
  return (
    <Badge tone={info.style as Tone} icon={info.icon as IconName}>
      {info.label}
    </Badge>
  );
}

/** An organisation's name; a link to its page, but for the guests' placeholder, which has none. */
export function OrganisationName({ organisation }: { organisation: RfxOrganisation }) {
  if (organisation.isGuest) return <>{organisation.safeName}</>;
  return <a href={`/organisations/${organisation.id}`}>{organisation.name}</a>;
}
