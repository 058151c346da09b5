import { OrgLogo } from "../../../domain/people/faces";
import { AddressDisplay } from "../../../domain/places/address";
import { emit } from "../../../lib/events";
import { TestBadge } from "../../../ui/badge";
import { Icon } from "../../../ui/icon";
import { Menu } from "../../../ui/menu";
import { BackLink } from "../../../ui/page-header";
import type { Organisation } from "../types";
import "../network.scss";

/** Header with logo, name, address, and a back link. */
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
      {organisation.mayAddUser && (
        <div className="page-actions">
          <Menu
            trigger={
              <>
                Actions
                <Icon name="down" />
              </>
            }
            align="end"
            items={[
              {
                label: "Add User...",
                icon: "invite",
                onSelect: () =>
                  emit("OPEN_ADD_USER", {
                    organisationId: organisation.id,
                    organisationName: organisation.name,
                  }),
              },
            ]}
          />
        </div>
      )}
    </div>
  );
}
