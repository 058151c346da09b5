import { usePermission } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ContactList } from "../contact-list";
import type { Organisation } from "../types";
import "../network.scss";

/** People of an organisation, and a button to write to them (specification, section 2, Organisation details). */
export function OrganisationContacts({ organisation }: { organisation: Organisation }) {
  const { id, name, users, mayMessage, isOwn } = organisation;
  const maySend = usePermission("SEND_MESSAGES");
  return (
    <Card title="Contacts">
      {users.length > 0 ? (
        <ContactList contacts={users} reach />
      ) : (
        <p className="text-secondary">There are no users yet.</p>
      )}
      {!isOwn && users.some(({ email }) => email === null) && (
        <p className="text-secondary small-text mt-2">
          E-mail and phone are shown once {name} has added you to its network, or the person has answered you.
        </p>
      )}
      {maySend && !isOwn && (
        <div className="panel-action">
          <Button
            icon="send"
            disabled={!mayMessage}
            onClick={() => emit("OPEN_NEW_MESSAGE", { organisationId: id, organisationName: name })}
          >
            Send Message...
          </Button>
          {!mayMessage && (
            <p className="text-secondary small-text mt-2">Messages need a relationship above None.</p>
          )}
        </div>
      )}
    </Card>
  );
}
