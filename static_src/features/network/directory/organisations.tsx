import type { ListPage } from "../../../api/client";
import { LevelBadge } from "../../../domain/level";
import { OrgLogo } from "../../../domain/people/faces";
import { usePermission } from "../../../lib/browser/page-context";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { setQueryParams, useQueryList, useQueryParams } from "../../../lib/state/use-query-param";
import { TestBadge } from "../../../ui/badge";
import { ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { ClearFilters } from "../../../ui/filter-panel";
import { Icon } from "../../../ui/icon";
import { ResultCount } from "../../../ui/load-more";
import { PageHeader } from "../../../ui/page-header";
import { TagList } from "../../../ui/tag-list";
import type { OrganisationRow } from "../types";
import { OrganisationCard } from "./organisation-card";
import { OrganisationFilters } from "./organisation-filters";
import { allOff, directoryDefaults, isFiltered } from "./organisation-switches";
import "../network.scss";

const pageSize = 16;

/** /organisations: the directory, with the own relationships (specification, section 2, Network Organisations). */
export default function Organisations({ list: first }: { list: ListPage<OrganisationRow> }) {
  const [filters, setFilters] = useQueryParams(directoryDefaults);
  const [tags, setTags] = useQueryList("tags");
  const settled = useDebounced(filters);
  const list = useInfiniteList({
    queryKey: ["organisations"],
    path: "/api/organisation",
    params: { ...settled, tags, sort: filters.sort },
    pageSize,
    first,
    inAddress: true,
  });
  const mayInvite = usePermission("MANAGE_RELATIONSHIPS");
  const filtered = isFiltered(filters, tags);
  return (
    <>
      <PageHeader
        title="Network"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["organisation", "organisations"]}
          />
        }
        actions={
          mayInvite && (
            <ButtonLink variant="primary" icon="add" href="/organisations/invite">
              Invite supplier
            </ButtonLink>
          )
        }
      />
      <div className="with-filters">
        <OrganisationFilters filters={filters} onFilters={setFilters} tags={tags} onTags={setTags} />
        <Card flush>
          <DataTable
            label="Organisations"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            sort={filters.sort}
            onSort={(by) => setFilters({ sort: by })}
            expand={(row, close) => <OrganisationCard row={row} onClose={close} />}
            isLoading={list.isLoading}
            isStale={list.isStale}
            more={list}
            empty={
              <EmptyState
                icon="network"
                title="No organisations for the current search filter."
                action={filtered && <ClearFilters onClear={() => setQueryParams(allOff)} />}
              />
            }
          />
        </Card>
      </div>
    </>
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
              <span className="invited-flag">
                <Icon name="invited" label="Invited" />
              </span>
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
