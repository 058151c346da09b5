import { useId } from "react";
import type { ListPage, Pagination } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import type { RfxRow } from "../../../domain/rfx/rfx";
import { RfxTable, useRfxList } from "../../../domain/rfx/rfx-table";
import { usePermission } from "../../../lib/browser/page-context";
import { emit } from "../../../lib/events";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useQueryParams } from "../../../lib/state/use-query-param";
import { Button } from "../../../ui/button";
import { Field, FieldGroup } from "../../../ui/field";
import { FilterPanel } from "../../../ui/filter-panel";
import { SearchInput, Switch } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { PageHeader } from "../../../ui/page-header";

type Props = { rows: RfxRow[]; pagination: Pagination };

const filtersOff = {
  supplierName: "",
  new: "false",
  pending: "false",
  inProgress: "false",
  completed: "false",
  declined: "false",
  expired: "false",
} satisfies ListFilters<"/api/rfx">;
const defaults = { ...filtersOff, sort: "-ref" };

const switches = [
  ["new", "New"],
  ["pending", "Pending"],
  ["inProgress", "In Progress"],
  ["completed", "Completed"],
  ["declined", "Declined"],
  ["expired", "Expired"],
] as const;

/** /rfx: every RFx that the viewer's organisation has sent or received (specification, section 2, RFXs). */
export default function RfxList({ rows, pagination }: Props) {
  const [filters, setFilters] = useQueryParams(defaults);
  const { sort, ...narrowing } = filters;
  const settled = useDebounced(narrowing);
  const first: ListPage<RfxRow> = { rows, pagination };
  const list = useRfxList({ params: { ...setOnly(settled), sort }, first, inAddress: true });
  const maySend = usePermission("SEND_RFX");
  const supplierId = useId();
  const active = Object.keys(setOnly(narrowing)).length;
  const write = () => emit("OPEN_NEW_MESSAGE", { type: "RFI" });
  return (
    <>
      <PageHeader
        title="RFXs"
        sub={
          <ResultCount total={list.total} capped={list.capped} failed={list.failed} noun={["RFx", "RFxs"]} />
        }
        actions={
          maySend && (
            <Button variant="primary" icon="add" onClick={write}>
              New RFx...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <FilterPanel active={active} onClear={() => setFilters(filtersOff)}>
          <Field label="Supplier name" id={supplierId}>
            <SearchInput
              value={filters.supplierName}
              maxLength={200}
              onChange={(event) => setFilters({ supplierName: event.target.value })}
            />
          </Field>
          <FieldGroup label="Status">
            {switches.map(([name, label]) => (
              <Switch
                key={name}
                label={label}
                checked={filters[name] === "true"}
                onChange={(event) => setFilters({ [name]: String(event.target.checked) })}
              />
            ))}
          </FieldGroup>
        </FilterPanel>
        <RfxTable
          list={list}
          sort={sort}
          onSort={(by) => setFilters({ sort: by })}
          action={maySend && active === 0 && <Button onClick={write}>New RFx...</Button>}
        />
      </div>
    </>
  );
}

/** The filters that are on; the call takes the others' absence. */
function setOnly(filters: typeof filtersOff): Partial<typeof filtersOff> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "" && value !== "false"));
}
