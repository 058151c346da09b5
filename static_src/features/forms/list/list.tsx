import { useState } from "react";
import type { ListPage as Page } from "../../../api/client";
import { ListBulk, SelectEverything, useListSelection } from "../../../domain/bulk/list-selection";
import { type FormRow, formTypeChoices } from "../../../domain/forms/doc-forms";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { SearchInput, Select, Switch } from "../../../ui/inputs";
import { ListPage } from "../../../ui/list-page";
import { archiveForm, downloadSheet } from "../form-calls";
import { ModeSwitch } from "../mode-switch";
import type { FormAction, Starter } from "../types";
import { FormGrid } from "./form-grid";
import { FormTable } from "./form-table";

const pageSize = 10;
const defaults = { title: "", type: "", archived: "false", display: "list", sort: "title" };
const filtersOff = { title: "", type: "", archived: "false" };
/** A view is about the forms; each user chooses the display. */
const viewed = { list: "docForm", defaults: { ...filtersOff, sort: "title" } };
const includes = ["bundles"] as const;
const displays = [
  { value: "list", label: "List", icon: "show-list" },
  { value: "grid", label: "Grid", icon: "show-grid" },
] as const;

const loadDialogs = () => import("./form-dialogs");
const loadBulk = () =>
  import("../library/bulk-actions").then(({ FormActions }) => ({ BulkActions: FormActions }));

type Props = { list: Page<FormRow>; views?: PageViews; starters: readonly Starter[] };

/** /forms: the organisation's forms, as a list or as pictures (specification, section 2, Forms). */
export default function Forms({ list: first, views, starters }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const { display } = filters.values;
  const { title, type, archived, sort } = filters.params;
  const list = useInfiniteList({
    queryKey: ["forms"],
    path: "/api/docForm",
    params: { title, type, archived, sort, i: includes },
    pageSize,
    first,
    inAddress: true,
  });
  const mayManage = usePermission("MANAGE_FORMS");
  const selection = useListSelection(list, { title, type, archived });
  // Pictures have no checkboxes.
  const maySelect = mayManage && display !== "grid";
  const [action, setAction] = useState<FormAction | null>(null);
  const [everActed, setEverActed] = useState(false);
  const archive = useSave({
    send: ({ id, archived }: { id: number; title: string; archived: boolean }) => archiveForm(id, archived),
    success: (_, { title, archived }) => (archived ? `'${title}' archived.` : `'${title}' restored.`),
    onSaved: () => list.refetch(),
    perInput: true,
  });
  const sheet = useSave({
    send: ({ id }: { id: number }) => downloadSheet(id),
    progress: "Preparing the spreadsheet...",
    perInput: true,
  });
  const dialogs = useLoaded(loadDialogs, everActed);
  const act = (next: FormAction) => {
    if (next.kind === "archive") {
      const { form, archived } = next;
      archive.save({ id: form.id, title: form.title, archived });
      return;
    }
    if (next.kind === "download") {
      sheet.save({ id: next.form.id });
      return;
    }
    setEverActed(true);
    setAction(next);
  };
  const { active } = filters;
  const rows = { list, onAction: mayManage ? act : null, empty: <Nothing {...{ active, mayManage, act }} /> };
  return (
    <>
      <ListPage
        list={list}
        filters={filters}
        title="Forms"
        noun={["form", "forms"]}
        selectAll={maySelect && <SelectEverything selection={selection} />}
        actions={
          <>
            <ListTools {...viewed} views={views} />
            <ModeSwitch
              label="Display"
              value={display === "grid" ? "grid" : "list"}
              choices={displays}
              onChange={(next) => filters.set({ display: next })}
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
        notes={
          <>
            <FailureAlert error={archive.failure || sheet.failure} />
            <ListViews {...viewed} views={views} />
          </>
        }
        fields={
          <>
            <Field label="Title">
              <SearchInput {...filters.text("title")} placeholder="Title" maxLength={200} />
            </Field>
            <Field label="Type">
              <Select {...filters.text("type")} placeholder="All Types" options={formTypeChoices} />
            </Field>
            <Switch label="Archived" {...filters.toggle("archived")} />
          </>
        }
      >
        {display === "grid" ? (
          <FormGrid {...rows} />
        ) : (
          <Card flush>
            <FormTable
              {...rows}
              sort={filters.sort}
              onSort={filters.setSort}
              ticks={mayManage ? selection.ticks : undefined}
            />
          </Card>
        )}
        {maySelect && <ListBulk selection={selection} onChanged={list.refetch} load={loadBulk} />}
      </ListPage>
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
