import { usePermission } from "../../../lib/browser/page-context";
import { Card } from "../../../ui/card";
import { Icon } from "../../../ui/icon";
import { RichText } from "../../../ui/rich-text";
import { TagList } from "../../../ui/tag-list";
import type { Organisation, Relationship } from "../types";
import { CustomerNotice } from "./customer-notice";
import { NotesPanel } from "./notes-panel";
import { TagsPanel } from "./tags-panel";
import "../network.scss";

type Props = { organisation: Organisation; onSaved: (relationship: Relationship) => void };

/** The Summary tab: tags and notes of the viewer's organisation, once a relationship exists. */
export function OrganisationSummary({ organisation, onSaved }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const { relationship } = organisation;
  if (organisation.status === "INVITED") return <InvitedNotice organisation={organisation} />;
  if (!relationship) {
    const notice = (
      <Card>
        <p className="text-secondary">
          You must add this supplier to your Network (even just as 'Evaluation') to apply tags and notes.
        </p>
      </Card>
    );
    return organisation.isCustomer ? <CustomerNotice organisation={organisation} /> : notice;
  }
  if (!mayChange) return <ReadOnly relationship={relationship} />;
  return (
    <div className="stack">
      <TagsPanel relationship={relationship} onSaved={onSaved} />
      <NotesPanel relationship={relationship} onSaved={onSaved} />
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

function ReadOnly({ relationship: { tags, notes } }: { relationship: Relationship }) {
  return (
    <div className="stack">
      <Card title="Tags">
        {tags.length > 0 ? <TagList tags={tags} /> : <p className="text-secondary">No tags yet.</p>}
      </Card>
      <Card title="Notes">
        {notes ? <RichText html={notes} /> : <p className="text-secondary">No notes yet.</p>}
      </Card>
    </div>
  );
}
