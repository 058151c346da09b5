import { useId } from "react";
import type { ListPage as Page } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import type { TypeBrief } from "../../../domain/documents/document-types";
import { NetworkTabs } from "../../../domain/network-tabs";
import { OrgLogo } from "../../../domain/people/faces";
import { useBrowserEvent } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters } from "../../../ui/filter-panel";
import { SearchInput } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";
import { Segmented } from "../../../ui/segmented";
import { Cells, Legend, type MatrixRow } from "./cells";
import "./matrix.scss";

type Props = {
  list: Page<MatrixRow>;
  /** The types that the organisation has asked for: the columns. */
  types: readonly TypeBrief[];
};

const filtersOff = { state: "", search: "" };
const defaults = { ...filtersOff, sort: "" };
const pageSize = 20;
const states = [
  { value: "", label: "All" },
  { value: "EXPIRED", label: "Expired" },
  { value: "MISSING", label: "Missing" },
  { value: "ENDING", label: "Ends within 60 days" },
];

/** /organisations?tab=documents: the suppliers with the state of each document. On phones, a list for each supplier. */
export default function DocumentMatrix({ list: first, types }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { sort: _, ...params } = withoutOff(filters.params);
  const list = useInfiniteList({
    queryKey: ["documentMatrix"],
    path: "/api/documentMatrix",
    params: params as ListFilters<"/api/documentMatrix">,
    pageSize,
    first,
    inAddress: true,
  });
  useBrowserEvent("EVENT_LOG_CHANGED", list.refetch);
  const searchId = useId();
  const isFiltered = filters.active > 0;
  const hasTypes = types.length > 0;
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Network"
      noun={["supplier", "suppliers"]}
      notes={<NetworkTabs current="documents" />}
      fields={
        <>
          <Field label="Supplier" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Supplier" maxLength={200} />
          </Field>
          <div className="matrix-states">
            <Segmented
              label="Documents"
              options={states}
              value={filters.values.state}
              onChange={(state) => filters.set({ state })}
            />
          </div>
        </>
      }
    >
      <div className="document-matrix">
        <Card flush>
          <DataTable
            label="Documents of suppliers"
            columns={[supplierColumn, validColumn, ...types.map(typeColumn)]}
            rows={hasTypes || list.failed ? list.rows : []}
            rowKey={({ relationship }) => relationship.id}
            rowHref={({ supplier }) => `/organisations/${supplier.id}/documents`}
            isLoading={list.isLoading}
            isStale={list.isStale}
            more={list}
            empty={
              isFiltered ? (
                <EmptyState
                  icon="file"
                  title="No suppliers for the current filters."
                  action={<ClearFilters onClear={filters.clear} />}
                />
              ) : (
                <EmptyState
                  icon="file"
                  title="You have not asked suppliers for documents yet."
                  text="Open a supplier and ask for certificates or other documents. Their states and end dates appear here."
                  action={<ButtonLink href="/organisations">Show suppliers</ButtonLink>}
                />
              )
            }
          />
        </Card>
        {hasTypes && list.rows.length > 0 && <Legend />}
      </div>
    </ListPage>
  );
}

const supplierColumn: Column<MatrixRow> = {
  key: "supplier",
  title: "Supplier",
  primary: true,
  className: "matrix-supplier",
  render: ({ supplier }) => (
    <span className="matrix-name" title={supplier.name}>
      <OrgLogo organisation={supplier} size="sm" />
      <bdi className="cell-title">{supplier.name}</bdi>
    </span>
  ),
};

const validColumn: Column<MatrixRow> = {
  key: "valid",
  title: "Valid",
  className: "matrix-valid num",
  render: ({ cells }) => {
    const needed = cells.filter(({ state }) => state !== "WAIVED");
    const valid = needed.filter(({ state }) => state === "ACCEPTED" || state === "EXPIRING");
    return needed.length > 0 ? `${valid.length} of ${needed.length}` : <NotAsked />;
  },
};

function typeColumn({ id, name }: TypeBrief): Column<MatrixRow> {
  return {
    key: String(id),
    title: name,
    className: "matrix-type",
    render: ({ supplier, cells }) => {
      const own = cells.filter(({ typeId }) => typeId === id);
      return own.length > 0 ? <Cells cells={own} typeName={name} supplier={supplier} /> : <NotAsked />;
    },
  };
}

function NotAsked() {
  return (
    <span className="matrix-none">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not asked for</span>
    </span>
  );
}
