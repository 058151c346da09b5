import { useId } from "react";
import { useSelection } from "../../../domain/bulk/use-selection";
import { usePermission } from "../../../lib/browser/page-context";
import { useBrowserEvent } from "../../../lib/events";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { Card } from "../../../ui/card";
import { DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters, FilterPanel } from "../../../ui/filter-panel";
import { SearchInput, Select, Switch } from "../../../ui/inputs";
import { LoadFailed, NoConnection } from "../../../ui/load-more";
import type { RequestProgress, RfxRequest } from "../types";
import { BulkActions } from "./progress/bulk-actions";
import { columns } from "./progress/columns";
import { filterRows, sortRows } from "./progress/rows";
import { Totals } from "./progress/totals";
import { Unsent } from "./progress/unsent";
import { useProgress } from "./progress/use-progress";
import "../requests.scss";

type Props = { request: RfxRequest; first: RequestProgress | null };

const filtersOff = { search: "", state: "", late: "", notOpened: "", followUps: "" };
const defaults = { ...filtersOff, sort: "state" };

const states = [
  { value: "", label: "Any state" },
  { value: "NEW", label: "New" },
  { value: "PENDING", label: "Pending" },
  { value: "INPROGRESS", label: "In Progress" },
  { value: "COMPLETED", label: "Completed" },
  { value: "DECLINED", label: "Declined" },
  { value: "EXPIRED", label: "Expired" },
  { value: "WITHDRAWN", label: "Withdrawn" },
];

/** The suppliers of a request with their state. The list follows changes automatically. */
export function ProgressTab({ request, first }: Props) {
  const { progress, hasFailed, refetch } = useProgress(request.id, first);
  const filters = useListFilters(defaults, filtersOff);
  const maySend = usePermission("SEND_RFX");
  const searchId = useId();
  const stateId = useId();
  useBrowserEvent("RFX_CHANGED", () => refetch());
  const rows = progress ? sortRows(filterRows(progress.rows, filters.values), filters.sort) : [];
  const { sort: _sort, ...narrowing } = filters.values;
  const selection = useSelection({ rows, total: rows.length, params: narrowing });
  if (!progress && hasFailed) return <LoadFailed refetch={refetch} />;
  if (progress && progress.rows.length === 0 && progress.unsent.length === 0)
    return (
      <EmptyState
        icon="rfx"
        title={request.state === "SCHEDULED" ? "Nothing was sent yet." : "This request has no suppliers yet."}
        text="The suppliers appear here as soon as the request is sent to them."
      />
    );
  return (
    <div className="request-progress">
      {progress && <Totals progress={progress} />}
      <div className="request-filters">
        <FilterPanel layout="bar" active={filters.active} onClear={filters.clear}>
          <Field label="Supplier" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Find a supplier" maxLength={200} />
          </Field>
          <Field label="State" id={stateId}>
            <Select {...filters.text("state")} options={states} />
          </Field>
          <Switch label="Late" {...filters.toggle("late")} />
          <Switch label="Not opened" {...filters.toggle("notOpened")} />
          <Switch label="With follow-ups" {...filters.toggle("followUps")} />
        </FilterPanel>
        <p className="request-live" aria-hidden="true">
          <span className={hasFailed ? "request-dot request-dot-none" : "request-dot request-dot-ok"} />
          {hasFailed ? "Offline" : "Live"}
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {filters.active > 0 && `${rows.length} of ${progress?.rows.length ?? 0} suppliers`}
      </p>
      {hasFailed && progress && <NoConnection />}
      <Card flush className="request-suppliers">
        <DataTable
          dense
          label="Suppliers"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowHref={({ id }) => `/rfx/${id}`}
          ticks={maySend && rows.length > 0 ? selection.ticks : undefined}
          sort={filters.sort}
          onSort={filters.setSort}
          isLoading={!progress}
          empty={
            <EmptyState
              icon="rfx"
              title={
                filters.active > 0
                  ? "No suppliers for the current search filter."
                  : "No supplier was reached."
              }
              action={filters.active > 0 && <ClearFilters onClear={filters.clear} />}
            />
          }
        />
      </Card>
      {progress && progress.unsent.length > 0 && <Unsent suppliers={progress.unsent} />}
      {maySend && (
        <BulkActions request={request} rows={rows} selection={selection} onChanged={() => refetch()} />
      )}
    </div>
  );
}
