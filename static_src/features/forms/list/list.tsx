import { useState } from "react";
import type { ListPage } from "../../../api/client";
import { type FormRow, formTypeChoices } from "../../../domain/forms/doc-forms";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { countNarrowing, useQueryParams } from "../../../lib/state/use-query-param";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { FilterPanel } from "../../../ui/filter-panel";
import { SearchInput, Select, Switch } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { OfflineAlert, useOfflineError } from "../../../ui/offline-alert";
import { PageHeader } from "../../../ui/page-header";
import { archiveForm } from "../form-calls";
import { ModeSwitch } from "../mode-switch";
import type { FormAction, Starter } from "../types";
import { FormGrid } from "./form-grid";
import { FormTable } from "./form-table";

const pageSize = 10;
const defaults = { title: "", type: "", archived: "false", display: "list", sort: "title" };
const filtersOff = { title: "", type: "", archived: "false" };
const includes = ["bundles"] as const;
const displays = [
  { value: "list", label: "List", icon: "show-list" },
  { value: "grid", label: "Grid", icon: "show-grid" },
] as const;

const loadDialogs = () => import("./form-dialogs");

type Props = { list: ListPage<FormRow>; starters: readonly Starter[] };

/** /forms: the organisation's forms, as a list or as pictures (specification, section 2, Forms). */
export default function Forms({ list: first, starters }: Props) {
  const [filters, setFilters] = useQueryParams(defaults);
  const { display, ...wanted } = filters;
  const settled = useDebounced(wanted);
  const list = useInfiniteList({
    queryKey: ["forms"],
    path: "/api/docForm",
    params: {
      title: settled.title,
      type: settled.type,
      archived: settled.archived,
      sort: settled.sort,
      i: includes,
    },
    pageSize,
    first,
    inAddress: true,
  });
  const mayManage = usePermission("MANAGE_FORMS");
  const [action, setAction] = useState<FormAction | null>(null);
  const [everActed, setEverActed] = useState(false);
  const [offlineError, setOfflineError] = useOfflineError();
  const dialogs = useLoaded(loadDialogs, everActed);
  const act = (wanted: FormAction) => {
    if (wanted.kind === "archive") {
      const { form, archived } = wanted;
      const done = () => {
        toasts.success(archived ? `'${form.title}' archived.` : `'${form.title}' restored.`);
        list.refetch();
      };
      setOfflineError(null);
      archiveForm(form.id, archived).then(done, setOfflineError);
      return;
    }
    setEverActed(true);
    setAction(wanted);
  };
  const active = countNarrowing(filters, filtersOff);
  const rows = { list, onAction: mayManage ? act : null, empty: <Nothing {...{ active, mayManage, act }} /> };
  return (
    <>
      <PageHeader
        title="Forms"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["form", "forms"]}
          />
        }
        actions={
          <>
            <ModeSwitch
              label="Display"
              value={display === "grid" ? "grid" : "list"}
              choices={displays}
              onChange={(next) => setFilters({ display: next })}
            />
            <Button icon="bundle" onClick={() => act({ kind: "bundles" })}>
              Bundles...
            </Button>
            {mayManage && (
              <Button variant="primary" icon="add" onClick={() => act({ kind: "new" })}>
                New form...
              </Button>
            )}
          </>
        }
      />
      <OfflineAlert error={offlineError} />
      <div className="with-filters">
        <FilterPanel active={active} onClear={() => setFilters(filtersOff)}>
          <Field label="Title">
            <SearchInput
              value={filters.title}
              maxLength={200}
              onChange={(event) => setFilters({ title: event.target.value })}
            />
          </Field>
          <Field label="Type">
            <Select
              value={filters.type}
              placeholder="All Types"
              options={formTypeChoices}
              onChange={(event) => setFilters({ type: event.target.value })}
            />
          </Field>
          <Switch
            label="Archived"
            checked={filters.archived === "true"}
            onChange={(event) => setFilters({ archived: String(event.target.checked) })}
          />
        </FilterPanel>
        {display === "grid" ? (
          <FormGrid {...rows} />
        ) : (
          <Card flush>
            <FormTable {...rows} sort={filters.sort} onSort={(sort) => setFilters({ sort })} />
          </Card>
        )}
      </div>
      {dialogs && (
        <dialogs.FormDialogs
          action={action}
          starters={starters}
          onAction={act}
          onClose={() => setAction(null)}
          onChanged={list.refetch}
        />
      )}
    </>
  );
}

type NothingProps = { active: number; mayManage: boolean; act: (action: FormAction) => void };

function Nothing({ active, mayManage, act }: NothingProps) {
  if (active > 0) return <EmptyState icon="forms" title="No forms for the current search filter." />;
  return (
    <EmptyState
      icon="forms"
      title="No forms yet."
      text="Questionnaires, agreements and surveys that you send to suppliers or colleagues appear here."
      action={mayManage && <Button onClick={() => act({ kind: "new" })}>New form...</Button>}
    />
  );
}
