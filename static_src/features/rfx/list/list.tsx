import { useId } from "react";
import type { Pagination } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { ListBulk, SelectEverything, useListSelection } from "../../../domain/bulk/list-selection";
import { DueFilter } from "../../../domain/due-filter";
import { NewRfxButton } from "../../../domain/rfx/new-rfx-button";
import type { RfxRow } from "../../../domain/rfx/rfx";
import { RfxTable, useRfxList } from "../../../domain/rfx/rfx-table";
import { RfxTabs } from "../../../domain/rfx/rfx-tabs";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { Field, FieldGroup } from "../../../ui/field";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";

type Props = { rows: RfxRow[]; pagination: Pagination; views?: PageViews };

/** The parameters of the list in the address, where an absent choice is empty. */
type Filters = { [name in keyof ListFilters<"/api/rfx">]?: string };

const filtersOff = {
  search: "",
  supplierName: "",
  new: "false",
  pending: "false",
  inProgress: "false",
  completed: "false",
  declined: "false",
  expired: "false",
  due: "",
} satisfies Filters;
const defaults = { direction: "", ...filtersOff, sort: "-ref" };
const viewed = { list: "rfx", defaults, canExport: true };

const switches = [
  ["new", "New"],
  ["pending", "Pending"],
  ["inProgress", "In Progress"],
  ["completed", "Completed"],
  ["declined", "Declined"],
  ["expired", "Expired"],
] as const;

const loadBulk = () => import("./bulk-actions");

/** /rfx: every RFx that the viewer's organisation has sent or received (specification, section 2, RFXs). */
export default function RfxList({ rows, pagination, views }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { active, sort } = filters;
  const params = withoutOff(filters.params) as ListFilters<"/api/rfx">;
  const list = useRfxList({
    params,
    first: { rows, pagination },
    inAddress: true,
  });
  const selection = useListSelection(list, params);
  // The actions are the requester's.
  const maySelect = usePermission("SEND_RFX") && filters.values.direction !== "received";
  const searchId = useId();
  const supplierId = useId();
  return (
    <ListPage
      list={list}
      filters={filters}
      title="RFXs"
      noun={["RFx", "RFxs"]}
      selectAll={maySelect && <SelectEverything selection={selection} />}
      actions={
        <>
          <ListTools {...viewed} views={views} selection={selection} />
          <NewRfxButton variant="primary" />
        </>
      }
      notes={
        <>
          <RfxTabs
            current={filters.values.direction}
            onDirection={(direction) => filters.set({ direction })}
          />
          <ListViews {...viewed} views={views} />
        </>
      }
      fields={
        <>
          <Field label="Search" id={searchId}>
            <SearchInput
              {...filters.text("search")}
              placeholder="Title, number or supplier"
              maxLength={200}
            />
          </Field>
          <Field label="Supplier name" id={supplierId}>
            <TextInput {...filters.text("supplierName")} placeholder="Supplier name" maxLength={200} />
          </Field>
          <FieldGroup label="Status">
            {switches.map(([name, label]) => (
              <Switch key={name} label={label} {...filters.toggle(name)} />
            ))}
          </FieldGroup>
          <DueFilter {...filters.text("due")} />
        </>
      }
    >
      <RfxTable
        list={list}
        sort={sort}
        onSort={filters.setSort}
        withRequest
        ticks={maySelect ? selection.ticks : undefined}
        action={active === 0 && <NewRfxButton variant="default" />}
      />
      {maySelect && <ListBulk selection={selection} onChanged={list.refetch} load={loadBulk} />}
    </ListPage>
  );
}
