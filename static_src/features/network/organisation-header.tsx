import { AddressDisplay } from "../../ui/address";
import { TestBadge } from "../../ui/badge";
import { OrgLogo } from "../../ui/faces";
import { BackLink } from "../../ui/page-header";
import type { Organisation } from "./types";

/** Who it is: logo, name, address, and the way back. */
export function OrganisationHeader({ organisation }: { organisation: Organisation }) {
  return (
    <div className="page-header">
      <div className="page-header-text">
        <BackLink href="/organisations">Back</BackLink>
        <div className="subject">
          <OrgLogo organisation={organisation} size="lg" />
          <div className="subject-text">
            <div className="page-title">
              <h1>{organisation.name}</h1>
              {organisation.isTestOrganisation && <TestBadge />}
            </div>
            <div className="sub address-line">
              <AddressDisplay address={organisation.address} />
            </div>
          </div>
        </div>
      </div>
    </div>
  );
}
