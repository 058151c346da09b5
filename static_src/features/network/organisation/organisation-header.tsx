import { request } from "../../../api/client";
import { OrgLogo } from "../../../domain/people/faces";
import { AddressDisplay } from "../../../domain/places/address";
import { usePermission } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { useSave } from "../../../lib/state/use-save";
import { TestBadge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
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
      {!organisation.isOwn && <HeaderActions organisation={organisation} />}
    </div>
  );
}

/** The actions on a supplier that the user may take. */
function HeaderActions({ organisation }: { organisation: Organisation }) {
  const { id, name, relationship, mayMessage, mayAddUser, status, users } = organisation;
  const may = {
    request: usePermission("SEND_RFX"),
    assess: usePermission("MANAGE_ASSESSMENTS"),
    report: usePermission("MANAGE_NCRS"),
    write: usePermission("SEND_MESSAGES"),
    invite: usePermission("MANAGE_USERS"),
  };
  const invitation = useSave({
    progress: "Re-sending invitation...",
    send: (userId: number) =>
      request("POST", "/api/user/{user_id}/resendInvite", { path: { user_id: userId } }),
    success: "Invitation re-sent.",
    onSaved: () => emit("EVENT_LOG_CHANGED", {}),
  });
  const organisationDetail = { organisationId: id, organisationName: name };
  const isSupplier = relationship !== null && relationship.level !== "None" && status !== "INVITED";
  const supplierDetail = { relationshipId: relationship?.id ?? 0, supplierName: name };
  const [firstUser] = users;
  const items = [
    may.write &&
      mayMessage && {
        label: "Message...",
        icon: "send" as const,
        onSelect: () => emit("OPEN_NEW_MESSAGE", organisationDetail),
      },
    mayAddUser && {
      label: "Add User...",
      icon: "invite" as const,
      onSelect: () => emit("OPEN_ADD_USER", organisationDetail),
    },
    status === "INVITED" &&
      may.invite &&
      firstUser && {
        label: "Re-send invitation",
        icon: "send" as const,
        onSelect: () => invitation.save(firstUser.id),
      },
  ].filter((item) => item !== false && item !== undefined);
  return (
    <div className="page-actions">
      {isSupplier && may.request && (
        <Button
          variant="primary"
          icon="send"
          onClick={() => emit("OPEN_NEW_MESSAGE", { ...organisationDetail, type: "RFI" })}
        >
          Send request...
        </Button>
      )}
      {isSupplier && may.assess && (
        <Button onClick={() => emit("OPEN_NEW_ASSESSMENT", supplierDetail)}>Start assessment...</Button>
      )}
      {isSupplier && may.report && (
        <Button onClick={() => emit("OPEN_NEW_NCR", supplierDetail)}>New NCR...</Button>
      )}
      {items.length > 0 && (
        <Menu
          trigger={
            <>
              Actions
              <Icon name="down" />
            </>
          }
          align="end"
          items={items}
        />
      )}
    </div>
  );
}
