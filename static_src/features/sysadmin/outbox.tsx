import { useId } from "react";
import type { ListPage } from "../../api/client";
import { useDebounced } from "../../lib/use-debounced";
import { useInfiniteList } from "../../lib/use-infinite-list";
import { useQueryParams } from "../../lib/use-query-param";
import { Card } from "../../ui/card";
import { type Column, DataTable } from "../../ui/data-table";
import { EmptyState } from "../../ui/empty-state";
import { Field } from "../../ui/field";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { BackLink, PageHeader } from "../../ui/page-header";
import { Time } from "../../ui/time";
import { MailStatusBadge, mailStatuses } from "./mail-status";
import type { MailRow } from "./types";

const pageSize = 20;
const defaults = { status: "", search: "" };

const columns: readonly Column<MailRow>[] = [
  {
    key: "subject",
    title: "Subject",
    primary: true,
    render: ({ subject, template }) => (
      <>
        <span className="cell-title">{subject}</span>
        <span className="cell-sub d-block">{template}</span>
      </>
    ),
  },
  {
    key: "to",
    title: "To",
    render: ({ toName, toEmail }) => (
      <span className="mail-to">
        {toName}
        <span className="cell-sub d-block">{toEmail}</span>
      </span>
    ),
  },
  { key: "written", title: "Written", render: ({ created }) => <Time value={created} as="dateTime" /> },
  { key: "status", title: "Status", render: ({ status }) => <MailStatusBadge status={status} /> },
];

/** /sysadmin/outbox: every mail that the product has written, newest first. */
export default function Outbox({ list: first }: { list: ListPage<MailRow> }) {
  const [filters, setFilters] = useQueryParams(defaults);
  const settled = useDebounced(filters);
  const list = useInfiniteList<MailRow>({
    queryKey: ["outbox"],
    path: "/api/sysadmin/outbox",
    params: settled,
    pageSize,
    first,
    inAddress: true,
  });
  const [statusId, searchId] = [useId(), useId()];
  return (
    <>
      <PageHeader
        above={<BackLink href="/sysadmin/home">SysAdmin Home</BackLink>}
        title="Outbox"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["mail", "mails"]}
          />
        }
      />
      <div className="with-filters">
        <search className="card filter-panel" aria-label="Filters">
          <Field label="Search" id={searchId} hint="Subject, name or address">
            <SearchInput
              value={filters.search}
              maxLength={300}
              onChange={(event) => setFilters({ search: event.target.value })}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              value={filters.status}
              options={[
                { value: "", label: "All" },
                ...Object.entries(mailStatuses).map(([value, { label }]) => ({ value, label })),
              ]}
              onChange={(event) => setFilters({ status: event.target.value })}
            />
          </Field>
        </search>
        <Card flush>
          <DataTable
            label="Outbox"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/sysadmin/outbox/${id}`}
            isLoading={list.isLoading}
            isStale={list.isStale}
            empty={
              <EmptyState
                icon="mail"
                title="No mails for the current search filter."
                text="Every mail that the product writes appears here."
              />
            }
            more={list}
          />
        </Card>
      </div>
    </>
  );
}
