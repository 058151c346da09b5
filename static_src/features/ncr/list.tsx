import { useEffect, useId, useState } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { type NcrRow, ncrShortcuts } from "../../domain/ncr/ncr";
import { NcrShortcuts, NcrTable, useNcrList } from "../../domain/ncr/ncr-table";
import { usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { useDebounced } from "../../lib/state/use-debounced";
import { useQueryParams } from "../../lib/state/use-query-param";
import { Button } from "../../ui/button";
import { Field, FieldGroup } from "../../ui/field";
import { FilterPanel } from "../../ui/filter-panel";
import { SearchInput, Switch } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { PageHeader } from "../../ui/page-header";
import { NcrModal } from "./ncr-modal";
import type { Ncr } from "./types";
import { NcrDetails } from "./view-modal";

type Props = { list: ListPage<NcrRow>; opened?: Ncr };

const defaults = {
  search: "",
  pending: "false",
  inProgress: "false",
  resolved: "false",
  deleted: "false",
  critical: "false",
  major: "false",
  minor: "false",
  sort: "-ref",
} satisfies ListFilters<"/api/ncr">;

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

type Filters = typeof defaults;

/** /ncr and /ncr/{id}: the list, and the details of one over it (specification, section 2, Non-Conformances). */
export default function NcrList({ list: first, opened }: Props) {
  const [filters, setFilters] = useQueryParams(defaults);
  const settled = useDebounced(filters);
  const list = useNcrList({ params: setOnly(settled), first, inAddress: true });
  const [openId, open] = useOpened(opened?.id ?? null);
  const mayRaise = usePermission("MANAGE_NCRS");
  const searchId = useId();
  const on = switchedOn(filters);
  return (
    <>
      <PageHeader
        title="Non-Conformances"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["report", "reports"]}
          />
        }
        actions={
          mayRaise && (
            <Button variant="primary" icon="add" onClick={() => emit("OPEN_NEW_NCR", {})}>
              New Non-Conformance...
            </Button>
          )
        }
      />
      {opened && (
        <noscript>
          <section className="card mb-3 p-3">
            <h2 className="visually-hidden">Details</h2>
            <NcrDetails ncr={opened} />
          </section>
        </noscript>
      )}
      <div className="with-filters">
        <FilterPanel active={on.length} onClear={() => setFilters({ ...defaults, sort: filters.sort })}>
          <NcrShortcuts
            current={shortcutOf(filters)}
            onChange={(label) => {
              const chosen = ncrShortcuts.find((shortcut) => shortcut.label === label);
              setFilters({ ...defaults, search: filters.search, sort: filters.sort, ...chosen?.filters });
            }}
          />
          <Field label="Search" id={searchId} className="mt-3">
            <SearchInput
              value={filters.search}
              maxLength={300}
              onChange={(event) => setFilters({ search: event.target.value })}
            />
          </Field>
          <FieldGroup label="Status">
            <Switches of={statuses} filters={filters} onChange={setFilters} />
          </FieldGroup>
          <FieldGroup label="Severity">
            <Switches of={severities} filters={filters} onChange={setFilters} />
          </FieldGroup>
        </FilterPanel>
        <NcrTable
          list={list}
          onOpen={open}
          sort={filters.sort}
          onSort={(sort) => setFilters({ sort })}
          filtered={on.length > 0}
        />
      </div>
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
  of: readonly (readonly [keyof Filters, string])[];
  filters: Filters;
  onChange: (changes: Partial<Filters>) => void;
};

function Switches({ of, filters, onChange }: SwitchesProps) {
  return of.map(([name, label]) => (
    <Switch
      key={name}
      label={label}
      checked={filters[name] === "true"}
      onChange={(event) => onChange({ [name]: String(event.target.checked) })}
    />
  ));
}

/** The one whose details lie over the list: it is in the path, so that back, forward and a copied link agree. */
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
  const found = /^\/ncr\/(\d+)$/.exec(window.location.pathname);
  return found ? Number(found[1]) : null;
}

function switchedOn(filters: Filters): string[] {
  return Object.entries(setOnly(filters))
    .filter(([name]) => name !== "sort")
    .map(([name]) => name);
}

/** The shortcut that the switches stand at, whatever is searched for. */
function shortcutOf(filters: Filters): string | null {
  const on = switchedOn({ ...filters, search: "" })
    .sort()
    .join();
  return ncrShortcuts.find((shortcut) => Object.keys(shortcut.filters).sort().join() === on)?.label ?? null;
}

/** The filters that are on; the call takes the others' absence. */
function setOnly(filters: Filters): Partial<Filters> {
  return Object.fromEntries(
    Object.entries(filters).filter(
      ([name, value]) => value !== "" && value !== "false" && (name !== "sort" || value !== defaults.sort),
    ),
  );
}
