import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { Icon } from "../../../ui/icon";
import { RichText } from "../../../ui/rich-text";
import { Skeleton } from "../../../ui/skeleton";
import { TagList } from "../../../ui/tag-list";
import type { Organisation, Relationship } from "../types";
import { CustomerNotice } from "./customer-notice";
import { DocumentsCard } from "./documents-card";
import { NotesPanel } from "./notes-panel";
import { OrganisationJournal } from "./organisation-journal";
import { TagsPanel } from "./tags-panel";
import "../network.scss";

const loadFigures = () => import("./supplier-figures");

type Props = { organisation: Organisation; onSaved: (relationship: Relationship) => void };

/** The Summary tab: figures, tags, notes and recent events of the viewer's organisation, once a relationship exists. */
export function OrganisationSummary({ organisation, onSaved }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const { relationship } = organisation;
  const figures = useLoaded(loadFigures, relationship !== null);
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
  return (
    <div className="stack">
      {figures ? (
        <figures.SupplierFigures relationshipId={relationship.id} />
      ) : (
        <Card className="figures-placeholder">
          <Skeleton lines={3} />
        </Card>
      )}
      {mayChange ? (
        <>
          <TagsPanel relationship={relationship} onSaved={onSaved} />
          <NotesPanel relationship={relationship} onSaved={onSaved} />
        </>
      ) : (
        <ReadOnly relationship={relationship} />
      )}
      <DocumentsCard organisation={organisation} relationship={relationship} />
      <RecentJournal relationshipId={relationship.id} />
    </div>
  );
}

/** The latest events of the relationship; the Journal tab has all of them. */
function RecentJournal({ relationshipId }: { relationshipId: number }) {
  const [, setTab] = useQueryParam("tab");
  return (
    <Card
      flush
      title="Recent journal"
      actions={
        <Button variant="link" onClick={() => setTab("journal")}>
          Open journal
        </Button>
      }
    >
      <OrganisationJournal label="Recent journal" relationshipId={relationshipId} limit={5} />
    </Card>
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
    <>
      <Card title="Tags">
        {tags.length > 0 ? <TagList tags={tags} /> : <p className="text-secondary">No tags yet.</p>}
      </Card>
      <Card title="Notes">
        {notes ? <RichText html={notes} /> : <p className="text-secondary">No notes yet.</p>}
      </Card>
    </>
  );
}
