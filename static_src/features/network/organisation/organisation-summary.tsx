import type { ReactNode } from "react";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { RichText } from "../../../ui/rich-text";
import { TagList } from "../../../ui/tag-list";
import type { Organisation, Relationship } from "../types";
import { DocumentsCard } from "./documents-card";
import { NotesPanel } from "./notes-panel";
import { OrganisationJournal } from "./organisation-journal";
import { TagsPanel } from "./tags-panel";
import "../network.scss";

const loadSchedules = () => import("../../../domain/schedules/supplier-schedules");
const loadFigures = () => import("./supplier-figures");

type Props = {
  organisation: Organisation;
  onSaved: (relationship: Relationship) => void;
  /** The text without a relationship, or for a supplier who has not accepted the invitation. */
  missing: ReactNode;
};

/** The Summary tab: figures, tags, notes and recent events of the viewer's organisation, once a relationship exists. */
export function OrganisationSummary({ organisation, onSaved, missing }: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const { relationship } = organisation;
  const figures = useLoaded(loadFigures, relationship !== null);
  const schedules = useLoaded(loadSchedules, relationship !== null);
  if (organisation.status === "INVITED" || !relationship) return missing;
  return (
    <div className="stack">
      {figures ? (
        <figures.SupplierFigures relationshipId={relationship.id} organisationId={organisation.id} />
      ) : (
        <div className="card figures-placeholder" />
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
      {schedules && <schedules.SupplierSchedules relationshipId={relationship.id} />}
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
