import type { ListPage as Page } from "../../../api/client";
import { LevelBadge } from "../../../domain/level";
import { NetworkTabs } from "../../../domain/network-tabs";
import { OrgLogo } from "../../../domain/people/faces";
import { usePermission } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { setQueryParams, useQueryList } from "../../../lib/state/use-query-param";
import { Badge, TestBadge } from "../../../ui/badge";
import { Button, ButtonLink } from "../../../ui/button";
import type { Column } from "../../../ui/data-table";
import { ClearFilters } from "../../../ui/filter-panel";
import { ListPage, ListTable } from "../../../ui/list-page";
import { TagList } from "../../../ui/tag-list";
import type { OrganisationRow } from "../types";
import { OrganisationCard } from "./organisation-card";
import { OrganisationFilters } from "./organisation-filters";
import { allOff, directoryDefaults, filterText, isFiltered, queryOf } from "./organisation-switches";
import "../network.scss";

const pageSize = 16;

/** /organisations: the directory, with the viewer's relationships (specification, section 2, Network Organisations). */
export default function Organisations({ list: first }: { list: Page<OrganisationRow> }) {
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
  const mayInvite = usePermission("MANAGE_RELATIONSHIPS");
  const maySend = usePermission("SEND_RFX");
  const sendRequest = () =>
    emit("OPEN_NEW_MESSAGE", {
      type: "RFI",
      networkFilter: { query: queryOf(values, tags), text: filterText(values, tags) },
    });
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Network"
      noun={["organisation", "organisations"]}
      actions={
        <>
          {maySend && isFiltered(values, tags) && (
            <Button icon="send" onClick={sendRequest}>
              Send request...
            </Button>
          )}
          {mayInvite && (
            <ButtonLink variant="primary" icon="add" href="/organisations/invite">
              Invite supplier
            </ButtonLink>
          )}
        </>
      }
      notes={<NetworkTabs current="suppliers" />}
      panel={<OrganisationFilters filters={values} onFilters={filters.set} tags={tags} onTags={setTags} />}
    >
      <ListTable
        list={list}
        filters={filters}
        label="Organisations"
        dense="phone"
        columns={columns}
        rowName={({ name }) => name}
        expand={(row, close) => <OrganisationCard row={row} onClose={close} />}
        empty={{
          icon: "network",
          things: "organisations",
          action: isFiltered(values, tags) && <ClearFilters onClear={() => setQueryParams(allOff)} />,
        }}
      />
    </ListPage>
  );
}

const columns: readonly Column<OrganisationRow>[] = [
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
                Invited
              </Badge>
            )}
          </div>
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
