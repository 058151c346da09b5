import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { Icon } from "../../../ui/icon";
import type { Organisation } from "../types";
import { CustomerNotice } from "./customer-notice";

type Props = {
  organisation: Organisation;
  /** The content that requires a relationship; none on the Summary tab. */
  what?: string | undefined;
};

/** Text in place of content that requires a relationship or an accepted invitation, for customers a notice. */
export function WithoutRelationship({ organisation, what }: Props) {
  if (!what && organisation.status === "INVITED") return <InvitedNotice organisation={organisation} />;
  if (organisation.isCustomer) return <CustomerNotice organisation={organisation} />;
  if (!what) {
    return (
      <Card>
        <p className="text-secondary">
          You must add this supplier to your Network (even just as 'Evaluation') to apply tags and notes.
        </p>
      </Card>
    );
  }
  return (
    <div className="card">
      <EmptyState
        icon="network"
        title="You have no relationship with this organisation."
        text={`Add it to your Network (even just as 'Evaluation') to have ${what} here.`}
      />
    </div>
  );
}

function InvitedNotice({ organisation: { users } }: { organisation: Organisation }) {
  return (
    <div className="alert alert-warning notice">
      <Icon name="invited" />
      <div>
        <p>This supplier was invited but has not accepted the invitation yet.</p>
        <p>
          Invitations can be re-sent from the supplier user's Details page
          {users.length > 0 && ": "}
          {users.map(({ id, name }, index) => (
            <span key={id}>
              {index > 0 && ", "}
              <a href={`/contacts/${id}`}>{name}</a>
            </span>
          ))}
          .
        </p>
      </div>
    </div>
  );
}
