import { useId } from "react";
import type { Pagination } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { DueFilter } from "../../../domain/due-filter";
import { NewRfxButton } from "../../../domain/rfx/new-rfx-button";
import type { RfxRow } from "../../../domain/rfx/rfx";
import { RfxTable, useRfxList } from "../../../domain/rfx/rfx-table";
import { RfxTabs } from "../../../domain/rfx/rfx-tabs";
import { useListFilters, withoutOff } from "../../../lib/state/use-list-filters";
import { Field, FieldGroup } from "../../../ui/field";
import { SearchInput, Switch } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";

type Props = { rows: RfxRow[]; pagination: Pagination };

/** The parameters of the list in the address, where an absent choice is empty. */
type Filters = { [name in keyof ListFilters<"/api/rfx">]?: string };

const filtersOff = {
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
  const filters = useListFilters(defaults, filtersOff);
  const { active, sort } = filters;
  const list = useRfxList({
    params: withoutOff(filters.params) as ListFilters<"/api/rfx">,
    first: { rows, pagination },
    inAddress: true,
  });
  const supplierId = useId();
  return (
    <ListPage
      list={list}
      filters={filters}
      title="RFXs"
      noun={["RFx", "RFxs"]}
      actions={<NewRfxButton variant="primary" />}
      notes={
        <RfxTabs current={filters.values.direction} onDirection={(direction) => filters.set({ direction })} />
      }
      fields={
        <>
          <Field label="Supplier name" id={supplierId}>
            <SearchInput {...filters.text("supplierName")} placeholder="Supplier name" maxLength={200} />
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
        action={active === 0 && <NewRfxButton variant="default" />}
      />
    </ListPage>
  );
}
