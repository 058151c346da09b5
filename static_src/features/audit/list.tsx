import { useId } from "react";
import { type ListPage as Page, request } from "../../api/client";
import type { ApiBody, ListFilters, RowOf } from "../../api/types";
import { PersonPicker } from "../../domain/people/person-picker";
import { DownloadMenu } from "../../domain/views/export-menu";
import { useDownload } from "../../lib/state/use-download";
import { useInfiniteList } from "../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { groupDigits } from "../../lib/text/numbers";
import type { Column } from "../../ui/data-table";
import { DateInput } from "../../ui/date-input";
import { Field } from "../../ui/field";
import { SearchInput, Select, TextInput } from "../../ui/inputs";
import { ListPage, ListTable } from "../../ui/list-page";
import { Time } from "../../ui/time";
import "./audit.scss";

type Entry = RowOf<"/api/auditEntry">;
type Props = {
  list: Page<Entry>;
  areas: { value: string; label: string }[];
  /** The name of the person that the list is filtered by. */
  user: string | null;
  maxExported: number;
};

const filtersOff = { search: "", userId: "", area: "", since: "", until: "", address: "" };
const defaults = { ...filtersOff, sort: "" };

/** /setup/audit: who did what, when and from which address. */
export default function AuditLog({ list: first, areas, user, maxExported }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const params = withoutOff(filters.params);
  const list = useInfiniteList({
    queryKey: ["audit"],
    path: "/api/auditEntry",
    params: params as ListFilters<"/api/auditEntry">,
    pageSize: 50,
    first,
    inAddress: true,
  });
  const [searchId, areaId, addressId] = [useId(), useId(), useId()];
  const { values, set } = filters;
  const userId = Number(values.userId) || null;
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Audit Log"
      noun={["entry", "entries"]}
      filterLayout="side"
      actions={<Export params={params} maxExported={maxExported} />}
      fields={
        <>
          <Field label="Search" id={searchId}>
            <SearchInput
              {...filters.text("search")}
              placeholder="Person, action or IP address"
              maxLength={200}
            />
          </Field>
          <PersonPicker
            label="Who"
            value={{ userId, name: userId ? (user ?? `User ${userId}`) : "", email: "" }}
            onChange={(choice) => set({ userId: choice.userId === null ? "" : String(choice.userId) })}
            hasGuests={false}
            isRequired={false}
            errors={{}}
          />
          <Field label="Area" id={areaId}>
            <Select {...filters.text("area")} options={[{ value: "", label: "All areas" }, ...areas]} />
          </Field>
          <Field label="From">
            <DateInput
              value={values.since || null}
              max={values.until || undefined}
              onChange={(day) => set({ since: day ?? "" })}
            />
          </Field>
          <Field label="To">
            <DateInput
              value={values.until || null}
              min={values.since || undefined}
              onChange={(day) => set({ until: day ?? "" })}
            />
          </Field>
          <Field label="IP address" id={addressId}>
            <TextInput {...filters.text("address")} maxLength={60} autoComplete="off" />
          </Field>
        </>
      }
    >
      <ListTable
        list={list}
        filters={filters}
        label="Audit Log"
        columns={columns}
        className="audit-log"
        empty={{
          icon: "audit",
          things: "entries",
          text: "Sign-ins and changes in your organisation appear here, with the person, the time and the IP address.",
        }}
      />
    </ListPage>
  );
}

const columns: readonly Column<Entry>[] = [
  {
    key: "action",
    title: "Action",
    primary: true,
    render: ({ title, fields }) => (
      <div>
        <span className="cell-title">{title}</span>
        {fields.length > 0 && <span className="cell-sub d-block">{fields.join(", ")}</span>}
      </div>
    ),
  },
  {
    key: "records",
    title: "Records",
    render: ({ records }) =>
      records.length > 0 && (
        <ul className="list-unstyled mb-0">
          {records.map(({ kind, name, href }) => (
            <li key={`${kind} ${name}`}>
              <span className="cell-sub">{kind}</span>{" "}
              {href ? (
                <a href={href}>
                  <bdi>{name}</bdi>
                </a>
              ) : (
                <bdi>{name}</bdi>
              )}
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: "user",
    title: "Who",
    render: ({ user, address }) =>
      user ? (
        <bdi>{user.name}</bdi>
      ) : (
        <span className="cell-sub">{address ? "Not signed in" : "The system"}</span>
      ),
  },
  {
    key: "address",
    title: "IP address",
    className: "audit-address",
    render: ({ address }) => address && <bdi>{address}</bdi>,
  },
  {
    key: "created",
    title: "Time",
    className: "text-truncate",
    render: ({ created }) => <Time value={created} as="dateTime" />,
  },
];

/** A menu that downloads the entries that the filters match. */
function Export({ params, maxExported }: { params: object; maxExported: number }) {
  const { save, ...download } = useDownload((format: "CSV" | "JSONL", idempotencyKey) =>
    request("POST", "/api/auditEntry/export", {
      body: { format, filter: exportFilter(params) },
      idempotencyKey,
    }),
  );
  const limit = groupDigits(maxExported);
  return (
    <DownloadMenu
      {...download}
      items={[
        { label: `CSV, up to ${limit} entries`, icon: "csv", onSelect: () => save("CSV") },
        { label: `JSON lines, up to ${limit} entries`, icon: "file", onSelect: () => save("JSONL") },
      ]}
    />
  );
}

type Filter = {
  userId?: string;
  area?: string;
  since?: string;
  until?: string;
  address?: string;
  search?: string;
};
type Area = NonNullable<ApiBody<"AuditFilter">["area"]>;

function exportFilter({ userId, area, since, until, address = "", search = "" }: Filter) {
  return {
    address,
    search,
    userId: userId ? Number(userId) : null,
    area: (area as Area | undefined) ?? null,
    since: since ?? null,
    until: until ?? null,
  };
}
