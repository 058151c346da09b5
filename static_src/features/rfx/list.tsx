import { useId } from "react";
import type { ListPage, Pagination } from "../../api/client";
import { emit } from "../../lib/events";
import { usePermission } from "../../lib/page-context";
import type { RfxRow } from "../../lib/rfx";
import { useDebounced } from "../../lib/use-debounced";
import { useQueryParams } from "../../lib/use-query-param";
import { Button } from "../../ui/button";
import { Field, FieldGroup } from "../../ui/field";
import { FilterPanel } from "../../ui/filter-panel";
import { SearchInput, Switch } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { PageHeader } from "../../ui/page-header";
import { RfxTable, useRfxList } from "../../ui/rfx-table";

type Props = { rows: RfxRow[]; pagination: Pagination };

const defaults = {
  supplierName: "",
  new: "false",
  pending: "false",
  inProgress: "false",
  completed: "false",
  declined: "false",
  expired: "false",
};

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
  const settled = useDebounced(filters);
  const first: ListPage<RfxRow> = { rows, pagination };
  const list = useRfxList({ params: setOnly(settled), first, inAddress: true });
  const maySend = usePermission("SEND_RFX");
  const supplierId = useId();
  return (
    <>
      <PageHeader
        title="RFXs"
        sub={
          <ResultCount total={list.total} capped={list.capped} failed={list.failed} noun={["RFx", "RFxs"]} />
        }
        actions={
          maySend && (
            <Button variant="primary" icon="add" onClick={() => emit("OPEN_NEW_MESSAGE", { type: "RFI" })}>
              New RFx...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <FilterPanel active={Object.keys(setOnly(filters)).length} onClear={() => setFilters(defaults)}>
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
        <RfxTable list={list} />
      </div>
    </>
  );
}

/** The filters that are on; the call takes the others' absence. */
function setOnly(filters: typeof defaults): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== "" && value !== "false"));
}
