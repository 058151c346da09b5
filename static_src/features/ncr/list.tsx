import { useEffect, useId, useState } from "react";
import type { ListPage as Page } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { ListBulk, SelectEverything, useListSelection } from "../../domain/bulk/list-selection";
import { DueFilter } from "../../domain/due-filter";
import { type NcrRow, ncrShortcuts } from "../../domain/ncr/ncr";
import { NcrShortcuts, NcrTable, useNcrList } from "../../domain/ncr/ncr-table";
import { ListTools, ListViews } from "../../domain/views/list-views";
import type { PageViews } from "../../domain/views/views";
import { usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { type ListFilterState, useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { Button } from "../../ui/button";
import { Field, FieldGroup } from "../../ui/field";
import { SearchInput, Switch } from "../../ui/inputs";
import { ListPage } from "../../ui/list-page";
import { FactFilters } from "./fact-filters";
import { defaults, filtersOff, type NcrFilters } from "./filters";
import { NcrModal } from "./ncr-modal";
import { NcrTabs } from "./ncr-tabs";
import type { Ncr } from "./types";
import { NcrDetails } from "./view-modal";
import "../../domain/views/list-views.scss";

type Props = { list: Page<NcrRow>; views?: PageViews; opened?: Ncr };

const viewed = { list: "ncr", defaults, canExport: true };
const extra = { exported: viewed };

const statuses = [
  ["pending", "Pending"],
  ["inProgress", "In Progress"],
  ["resolved", "Resolved"],
  ["deleted", "Deleted"],
] as const;

const severities = [
  ["critical", "Critical"],
  ["major", "Major"],
  ["minor", "Minor"],
] as const;

const loadBulk = () => import("./bulk-actions");

/** /ncr and /ncr/{id}: the list, and a dialog with the details of one row (specification, section 2, Non-Conformances). */
export default function NcrList({ list: first, views, opened }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { values, active } = filters;
  const params = withoutOff(filters.params) as ListFilters<"/api/ncr">;
  const list = useNcrList({ params, first, inAddress: true });
  const selection = useListSelection(list, params);
  const [openId, open] = useOpened(opened?.id ?? null);
  const mayRaise = usePermission("MANAGE_NCRS");
  const searchId = useId();
  return (
    <>
      <ListPage
        list={list}
        filters={filters}
        title="Non-Conformances"
        noun={["report", "reports"]}
        selectAll={mayRaise && <SelectEverything selection={selection} />}
        actions={
          <>
            <ListTools {...viewed} views={views} selection={selection} />
            {mayRaise && (
              <Button variant="primary" icon="add" onClick={() => emit("OPEN_NEW_NCR", {})}>
                New Non-Conformance...
              </Button>
            )}
          </>
        }
        notes={
          <>
            {opened && (
              <noscript>
                <section className="card mb-3 p-3">
                  <h2 className="visually-hidden">Details</h2>
                  <NcrDetails ncr={opened} />
                </section>
              </noscript>
            )}
            <NcrTabs current="list" />
            <div className="view-line">
              <NcrShortcuts
                current={shortcutOf(values)}
                onChange={(label) => {
                  const chosen = ncrShortcuts.find((shortcut) => shortcut.label === label);
                  filters.set({ ...filtersOff, search: values.search, ...chosen?.filters });
                }}
              />
              <ListViews {...viewed} views={views} />
            </div>
          </>
        }
        fields={
          <>
            <Field label="Search" id={searchId}>
              <SearchInput {...filters.text("search")} placeholder="Search" maxLength={300} />
            </Field>
            <FieldGroup label="Status">
              <Switches of={statuses} filters={filters} />
            </FieldGroup>
            <FieldGroup label="Severity">
              <Switches of={severities} filters={filters} />
            </FieldGroup>
            <DueFilter {...filters.text("due")} />
            <FactFilters filters={filters} />
          </>
        }
      >
        <NcrTable
          list={list}
          onOpen={open}
          sort={filters.sort}
          onSort={filters.setSort}
          filtered={active > 0}
          ticks={mayRaise ? selection.ticks : undefined}
        />
        {mayRaise && (
          <ListBulk selection={selection} onChanged={list.refetch} load={loadBulk} extra={extra} />
        )}
      </ListPage>
      {openId !== null && (
        <NcrModal
          key={openId}
          show
          id={openId}
          first={opened?.id === openId ? opened : undefined}
          onClose={() => open(null)}
        />
      )}
    </>
  );
}

type SwitchesProps = {
  of: readonly (readonly [keyof NcrFilters, string])[];
  filters: ListFilterState<NcrFilters>;
};

function Switches({ of, filters }: SwitchesProps) {
  return of.map(([name, label]) => <Switch key={name} label={label} {...filters.toggle(name)} />);
}

/** Return the id of the open row and a setter. The id is in the path, so that back, forward and a copied link work. */
function useOpened(first: number | null): [number | null, (id: number | null) => void] {
  const [id, setId] = useState(first);
  useEffect(() => {
    const follow = () => setId(idInPath());
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const open = (next: number | null) => {
    if (next === idInPath()) return setId(next);
    const path = next === null ? "/ncr" : `/ncr/${next}`;
    window.history.pushState(null, "", path + window.location.search);
    setId(next);
  };
  return [id, open];
}

function idInPath(): number | null {
  const match = /^\/ncr\/(\d+)$/.exec(window.location.pathname);
  return match ? Number(match[1]) : null;
}

/** Return the label of the shortcut with exactly these switches, for any search; null if there is none. */
function shortcutOf({ search, sort, ...switches }: NcrFilters): string | null {
  const on = Object.keys(withoutOff(switches)).sort().join();
  return ncrShortcuts.find((shortcut) => Object.keys(shortcut.filters).sort().join() === on)?.label ?? null;
}
