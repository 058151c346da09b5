import { useId } from "react";
import { newIdempotencyKey, type ListPage as Page, request } from "../../../api/client";
import type { ApiBody, ListFilters } from "../../../api/types";
import { ListBulk, SelectEverything } from "../../../domain/bulk/list-selection";
import { useSelection } from "../../../domain/bulk/use-selection";
import type { TypeBrief } from "../../../domain/documents/document-types";
import { DownloadButton } from "../../../domain/download-button";
import { NetworkTabs } from "../../../domain/network-tabs";
import { OrgLogo } from "../../../domain/people/faces";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { useBrowserEvent } from "../../../lib/events";
import { saveExport } from "../../../lib/save-export";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { ButtonLink } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters } from "../../../ui/filter-panel";
import { SearchInput, TextInput } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";
import { Segmented } from "../../../ui/segmented";
import { Cells, Legend, type MatrixRow } from "./cells";
import "./matrix.scss";

type Props = {
  list: Page<MatrixRow>;
  views?: PageViews;
  /** The types that the organisation has asked for: the columns. */
  types: readonly TypeBrief[];
};

const filtersOff = { state: "", search: "", document: "" };
const defaults = { ...filtersOff, sort: "" };
const viewed = { list: "documentMatrix", defaults: filtersOff };
const pageSize = 20;
const loadBulk = () => import("./bulk-actions");
const states = [
  { value: "", label: "All" },
  { value: "EXPIRED", label: "Expired" },
  { value: "MISSING", label: "Missing" },
  { value: "ENDING", label: "Ends within 60 days" },
];

/** /organisations?tab=documents: the suppliers with the state of each document. On phones, a list for each supplier. */
export default function DocumentMatrix({ list: first, views, types }: Props) {
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
  const suppliers = list.rows.map(({ supplier }) => supplier);
  const { total, capped } = list;
  const selection = useSelection({ rows: suppliers, total, capped, params, byFilter: true });
  const mayAsk = usePermission("MANAGE_RELATIONSHIPS");
  const searchId = useId();
  const documentId = useId();
  const isFiltered = filters.active > 0;
  const hasTypes = types.length > 0;
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Network"
      noun={["supplier", "suppliers"]}
      selectAll={mayAsk && hasTypes && <SelectEverything selection={selection} />}
      actions={
        <>
          <ListTools {...viewed} views={views} />
          {hasTypes && (
            <DownloadButton download={() => downloadMatrix(filters.values)}>Download (XLSX)</DownloadButton>
          )}
        </>
      }
      notes={
        <>
          <NetworkTabs current="documents" />
          <ListViews {...viewed} views={views} />
        </>
      }
      fields={
        <>
          <Field label="Supplier" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Supplier" maxLength={200} />
          </Field>
          <Field label="Document" id={documentId}>
            <TextInput {...filters.text("document")} placeholder="Number, issuer or type" maxLength={200} />
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
            rowKey={({ supplier }) => supplier.id}
            rowName={({ supplier }) => supplier.name}
            ticks={mayAsk ? selection.ticks : undefined}
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
        {mayAsk && <ListBulk selection={selection} onChanged={list.refetch} load={loadBulk} />}
      </div>
    </ListPage>
  );
}

/** Let the worker make the workbook of all suppliers that match the filters, then save it. Throws ApiError. */
async function downloadMatrix({ state, search, document }: typeof filtersOff): Promise<void> {
  const { id: exportId } = await request("POST", "/api/documentMatrix/export", {
    body: { search, document, state: (state || null) as ApiBody<"MatrixExport">["state"] },
    idempotencyKey: newIdempotencyKey(),
  });
  await saveExport({ exportId, wanted: () => true });
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
