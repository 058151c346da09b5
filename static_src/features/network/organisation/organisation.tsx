import { useEffect, useState } from "react";
import { request } from "../../../api/client";
import { levels } from "../../../domain/level";
import { usePageSupplier } from "../../../domain/page-supplier";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useBrowserEvent } from "../../../lib/events";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { type Tab, Tabs } from "../../../ui/tabs";
import type { Organisation, Relationship } from "../types";
import type { CustomFields, SavedCustomFields } from "./custom-fields";
import { CustomFieldsPanel } from "./custom-fields-panel";
import {
  OrganisationAssessments,
  OrganisationNcrs,
  OrganisationProfile,
  OrganisationRfxs,
} from "./late-tabs";
import type { RecentMerge } from "./merged-notice";
import { OrganisationContacts } from "./organisation-contacts";
import { OrganisationHeader } from "./organisation-header";
import { OrganisationJournal } from "./organisation-journal";
import { OrganisationSummary } from "./organisation-summary";
import { RelationshipPanel } from "./relationship-panel";

const loadModal = () => import("./relationship-modal");
const loadWithout = () => import("./without-relationship");
const loadMerged = () => import("./merged-notice");

/** Screen /organisations/{id}: an organisation and the viewer's relationship with it (specification, section 2). */
export default function OrganisationPage({ organisation: loaded }: { organisation: Organisation }) {
  const { organisation, refresh, onSaved, onCustomSaved } = useOrganisation(loaded);
  const [changing, setChanging] = useState(false);
  const modal = useLoaded(loadModal, changing);
  const { relationship } = organisation;
  const merges = (organisation.merged as { merges: RecentMerge[] } | null)?.merges ?? [];
  const merged = useLoaded(loadMerged, merges.length > 0);
  const [addParam, setAddParam] = useQueryParam("add");
  const mayAdd = usePermission("MANAGE_RELATIONSHIPS") && !relationship && !organisation.isOwn;
  const addLevel = levels.find((level) => level === addParam && level !== "None");
  // The invitation form links to this page with the level that was selected in the form.
  useEffect(() => {
    if (addLevel && mayAdd) setChanging(true);
  }, [addLevel, mayAdd]);
  useBrowserEvent("USERS_CHANGED", refresh);
  useBrowserEvent("DOCUMENTS_CHANGED", refresh);
  usePageSupplier(relationship && relationship.level !== "None" ? relationship.id : null, organisation.name);

  const without = useLoaded(
    loadWithout,
    !organisation.isOwn && (!relationship || organisation.status === "INVITED"),
  );
  const missing = (what?: string) =>
    without && <without.WithoutRelationship organisation={organisation} what={what} />;
  const ofRelationship = (name: string, content: (relationship: Relationship) => Tab["content"]) => () =>
    relationship ? content(relationship)() : missing(name);
  const tabs: Tab[] = organisation.isOwn
    ? [
        {
          key: "profile",
          label: "Profile",
          content: () => <OrganisationProfile organisation={organisation} />,
        },
      ]
    : [
        {
          key: "summary",
          label: "Summary",
          keep: true,
          content: () => (
            <OrganisationSummary organisation={organisation} onSaved={onSaved} missing={missing()} />
          ),
        },
        {
          key: "profile",
          label: "Profile",
          content: () => <OrganisationProfile organisation={organisation} />,
        },
        {
          key: "journal",
          label: "Journal",
          content: ofRelationship("a journal", ({ id }) => () => (
            <div className="card">
              <OrganisationJournal label="Journal" relationshipId={id} />
            </div>
          )),
        },
        {
          key: "ncr",
          label: "Non-Conformances",
          content: ofRelationship("non-conformances", ({ id, level }) => () => (
            <OrganisationNcrs
              relationshipId={id}
              supplierName={organisation.name}
              mayBegin={level !== "None"}
            />
          )),
        },
        {
          key: "assessments",
          label: "Assessments",
          content: ofRelationship("assessments", ({ id, level }) => () => (
            <OrganisationAssessments
              relationshipId={id}
              supplierName={organisation.name}
              mayBegin={level !== "None"}
            />
          )),
        },
        {
          key: "rfx",
          label: "RFX Responses",
          content: ofRelationship("RFX responses", ({ id }) => () => (
            <OrganisationRfxs relationshipId={id} />
          )),
        },
      ];

  return (
    <>
      <OrganisationHeader organisation={organisation} />
      {merged && <merged.MergedNotice merges={merges} onUndone={refresh} />}
      <div className="with-sidebar">
        <div>
          <Tabs label="About this organisation" tabs={tabs} />
        </div>
        <aside className="stack" aria-label="Relationship and contacts">
          {!organisation.isOwn && (
            <RelationshipPanel
              organisation={organisation}
              onChange={() => setChanging(true)}
              onSaved={onSaved}
            />
          )}
          <OrganisationContacts organisation={organisation} />
          {relationship && organisation.custom && (
            <CustomFieldsPanel
              custom={organisation.custom as CustomFields}
              relationshipId={relationship.id}
              onSaved={onCustomSaved}
            />
          )}
        </aside>
      </div>
      {modal && (
        <modal.RelationshipModal
          organisation={organisation}
          show={changing}
          beginAt={addLevel}
          onClose={() => {
            setChanging(false);
            setAddParam("", "replace");
          }}
          onSaved={onSaved}
          onRefused={refresh}
        />
      )}
    </>
  );
}

/** Return the organisation from the page, updated after each change. */
function useOrganisation(loaded: Organisation) {
  const client = useQueryClient();
  const queryKey = ["organisation", loaded.id];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request("GET", "/api/organisation/{organisation_id}", { path: { organisation_id: loaded.id }, signal }),
    initialData: loaded,
  });
  const refresh = () => client.invalidateQueries({ queryKey });
  return {
    organisation: data,
    refresh,
    onCustomSaved: (saved: SavedCustomFields) =>
      client.setQueryData<Organisation>(
        queryKey,
        (now) => now && { ...now, custom: { ...now.custom, ...saved } },
      ),
    /**
     * Show the saved relationship at once. The contacts and the visible details depend on the level, so a new level
     * reloads the page data.
     */
    onSaved: (relationship: Relationship) => {
      const before = data.relationship?.level;
      client.setQueryData<Organisation>(
        queryKey,
        (now) => now && { ...now, relationship, tags: relationship.tags },
      );
      if (before !== relationship.level) refresh();
    },
  };
}
