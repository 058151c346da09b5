import type { ListPage as Page } from "../../../api/client";
import { ListBulk, SelectEverything, useListSelection } from "../../../domain/bulk/list-selection";
import { LevelBadge } from "../../../domain/level";
import { NetworkTabs } from "../../../domain/network-tabs";
import { OrgLogo } from "../../../domain/people/faces";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { emit } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { setQueryParams, useQueryList } from "../../../lib/state/use-query-param";
import { toasts } from "../../../lib/toasts";
import { Badge, TestBadge } from "../../../ui/badge";
import { Button, ButtonLink } from "../../../ui/button";
import type { Column } from "../../../ui/data-table";
import { ClearFilters } from "../../../ui/filter-panel";
import { ListPage, ListTable } from "../../../ui/list-page";
import { Skeleton } from "../../../ui/skeleton";
import { TagList } from "../../../ui/tag-list";
import type { OrganisationRow } from "../types";
import { OrganisationFilters } from "./organisation-filters";
import { allOff, directoryDefaults, filterText, isFiltered, queryOf } from "./organisation-switches";
import "../network.scss";

const pickerHref = "/organisations/invite/several?pick=true";
const pageSize = 16;
const viewed = { list: "organisation", defaults: directoryDefaults, repeated: ["tags"], canExport: true };

type Props = { list: Page<OrganisationRow>; views?: PageViews };

const loadBulk = () => import("./bulk-actions");
const loadCard = () => import("./organisation-card");

/** /organisations: the directory, with the viewer's relationships (specification, section 2, Network Organisations). */
export default function Organisations({ list: first, views }: Props) {
  const filters = useListFilters(directoryDefaults, {});
  const { values } = filters;
  const [tags, setTags] = useQueryList("tags");
  const list = useInfiniteList({
    queryKey: ["organisations"],
    path: "/api/organisation",
    params: { ...filters.params, tags },
    pageSize,
    first,
    inAddress: true,
  });
  const selection = useListSelection(list, { ...filters.params, tags });
  const mayManage = usePermission("MANAGE_RELATIONSHIPS");
  const maySend = usePermission("SEND_RFX");
  const sendRequest = () =>
    emit("OPEN_NEW_MESSAGE", {
      type: "RFI",
      networkFilter: { query: queryOf(values, tags), text: filterText(values, tags) },
    });
  const sendToSelected = () => {
    if (selection.isAll) return sendRequest();
    const organisations = list.rows.filter(
      ({ id, relationship }) => selection.ticks.has(id) && relationship && relationship.level !== "None",
    );
    if (organisations.length === 0) toasts.info("You have no relationship with these organisations yet.");
    else emit("OPEN_NEW_MESSAGE", { type: "RFI", organisations });
  };
  const isUninvited = values.notInvited === "true";
  const canSend = maySend && (!selection.isAll || isFiltered(values, tags));
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Network"
      noun={["organisation", "organisations"]}
      selectAll={mayManage && <SelectEverything selection={selection} />}
      actions={
        <>
          <ListTools {...viewed} views={views} selection={selection} />
          {maySend && isFiltered(values, tags) && (
            <Button icon="send" onClick={sendRequest}>
              Send request...
            </Button>
          )}
          {mayManage && (
            <ButtonLink icon="upload" href="/organisations/import">
              Import...
            </ButtonLink>
          )}
          {mayManage && (
            <ButtonLink
              variant="primary"
              icon="add"
              href={isUninvited ? pickerHref : "/organisations/invite"}
            >
              {isUninvited ? "Invite them..." : "Invite supplier"}
            </ButtonLink>
          )}
        </>
      }
      notes={
        <>
          <NetworkTabs current="suppliers" />
          <ListViews {...viewed} views={views} />
        </>
      }
      panel={<OrganisationFilters filters={values} onFilters={filters.set} tags={tags} onTags={setTags} />}
    >
      <ListTable
        list={list}
        filters={filters}
        label="Organisations"
        dense="phone"
        columns={isUninvited ? uninvitedColumns : columns}
        rowName={({ name }) => name}
        ticks={mayManage ? selection.ticks : undefined}
        expand={(row, close) => <Details row={row} onClose={close} />}
        empty={{
          icon: "network",
          things: "organisations",
          action: isFiltered(values, tags) && <ClearFilters onClear={() => setQueryParams(allOff)} />,
        }}
      />
      {mayManage && (
        <ListBulk
          selection={selection}
          onChanged={list.refetch}
          load={loadBulk}
          extra={{ exported: viewed, onSend: canSend ? sendToSelected : null }}
        />
      )}
    </ListPage>
  );
}

/** The card of a row. Its code loads with the first card. */
function Details(props: { row: OrganisationRow; onClose: () => void }) {
  const card = useLoaded(loadCard);
  return card ? <card.OrganisationCard {...props} /> : <Skeleton lines={4} />;
}

const columnsFor = (invitedLabel: string): readonly Column<OrganisationRow>[] => [
  {
    key: "name",
    title: "Organisation",
    sort: "name",
    primary: true,
    render: (row) => (
      <div className="subject">
        <OrgLogo organisation={row} />
        <div className="subject-text">
          <div className="subject-title">
            <span className="cell-title">{row.name}</span>
            {row.isTestOrganisation && <TestBadge />}
            {row.status === "INVITED" && (
              <Badge tone="wait" icon="invited">
                {invitedLabel}
              </Badge>
            )}
          </div>
          {row.externalRef && (
            <span className="cell-sub">
              No. <bdi>{row.externalRef}</bdi>
            </span>
          )}
          <TagList tags={row.tags} most={5} />
        </div>
      </div>
    ),
  },
  {
    key: "relationship",
    title: "Relationship",
    sort: "relationship",
    render: ({ relationship }) => relationship && <LevelBadge level={relationship.level} />,
  },
  { key: "city", title: "City", sort: "city", render: ({ address }) => address?.city },
  {
    key: "country",
    title: "Country",
    sort: "country",
    render: ({ address }) => address?.countryName || address?.country,
  },
];

const columns = columnsFor("Invited");
const uninvitedColumns = columnsFor("Not invited");
