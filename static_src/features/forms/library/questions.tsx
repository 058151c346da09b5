import { useMemo, useState } from "react";
import { type ListPage, request } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useDebounced } from "../../../lib/state/use-debounced";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { countNarrowing, useQueryParams } from "../../../lib/state/use-query-param";
import { toasts } from "../../../lib/toasts";
import { Button, IconButton } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { ClearFilters, FilterPanel } from "../../../ui/filter-panel";
import { Icon } from "../../../ui/icon";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { PageHeader } from "../../../ui/page-header";
import { fieldKind } from "../editor/fields/field-types";
import type { Question, QuestionRow } from "../types";
import "../forms.scss";

const pageSize = 10;
const filtersOff = {
  nameFilter: "",
  sectionFilter: "",
  questionFilter: "",
  isGlobal: "",
  archived: "false",
} satisfies ListFilters<"/api/question">;
const defaults = { ...filtersOff, sort: "topic" };

const loadForm = () => import("./question-form");

type Props = { list: ListPage<QuestionRow>; topics: readonly string[] };

/** /question: the library of reusable questions (specification, section 2, RFX Questions). */
export default function Questions({ list: first, topics }: Props) {
  const [filters, setFilters] = useQueryParams(defaults);
  const settled = useDebounced(filters);
  const list = useInfiniteList({
    queryKey: ["questions"],
    path: "/api/question",
    params: settled,
    pageSize,
    first,
    inAddress: true,
  });
  const mayManage = usePermission("MANAGE_FORMS");
  const [edited, setEdited] = useState<Question | "new" | null>(null);
  const [everEdited, setEverEdited] = useState(false);
  const dialog = useLoaded(loadForm, everEdited);
  const { refetch } = list;

  const columns = useMemo(() => {
    const edit = async (row: QuestionRow) => {
      setEverEdited(true);
      setEdited(await request("GET", "/api/question/{question_id}", { path: { question_id: row.id } }));
    };
    const archive = async (row: QuestionRow) => {
      const archived = !row.isArchived;
      await request("PUT", "/api/question/{question_id}/archived", {
        path: { question_id: row.id },
        body: { archived },
      });
      toasts.success(archived ? `'${row.name}' archived.` : `'${row.name}' restored.`);
      refetch();
    };
    // What a refused call means has been said by the client.
    const quietly = (act: (row: QuestionRow) => Promise<void>) => (row: QuestionRow) => {
      act(row).catch(() => {});
    };
    return columnsFor(quietly(edit), quietly(archive));
  }, [refetch]);

  const active = countNarrowing(filters, filtersOff);
  const add = () => {
    setEverEdited(true);
    setEdited("new");
  };
  return (
    <>
      <PageHeader
        title="RFX Questions"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["question", "questions"]}
          />
        }
        actions={
          mayManage && (
            <Button variant="primary" icon="add" onClick={add}>
              New question...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <FilterPanel active={active} onClear={() => setFilters(filtersOff)}>
          <Field label="Name">
            <SearchInput
              value={filters.nameFilter}
              maxLength={200}
              onChange={(event) => setFilters({ nameFilter: event.target.value })}
            />
          </Field>
          <Field label="Topic">
            <TextInput
              value={filters.sectionFilter}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setFilters({ sectionFilter: event.target.value })}
            />
          </Field>
          <Field label="Question">
            <TextInput
              value={filters.questionFilter}
              maxLength={200}
              autoComplete="off"
              onChange={(event) => setFilters({ questionFilter: event.target.value })}
            />
          </Field>
          <Switch
            label="Standard Questions"
            checked={filters.isGlobal === "true"}
            onChange={(event) => setFilters({ isGlobal: event.target.checked ? "true" : "" })}
          />
          <Switch
            label="Archived"
            checked={filters.archived === "true"}
            onChange={(event) => setFilters({ archived: String(event.target.checked) })}
          />
        </FilterPanel>
        <Card flush>
          <DataTable
            label="RFX questions"
            columns={columns}
            rows={list.rows}
            rowKey={({ id }) => id}
            sort={filters.sort}
            onSort={(sort) => setFilters({ sort })}
            isLoading={list.isLoading}
            isStale={list.isStale}
            more={list}
            empty={
              <EmptyState
                icon="questions"
                title="No questions for the current search filter."
                action={active > 0 && <ClearFilters onClear={() => setFilters(filtersOff)} />}
              />
            }
          />
        </Card>
      </div>
      {dialog && edited && (
        <dialog.QuestionForm
          key={edited === "new" ? "new" : edited.id}
          question={edited === "new" ? null : edited}
          topics={topics}
          onClose={() => setEdited(null)}
          onSaved={() => {
            setEdited(null);
            refetch();
          }}
        />
      )}
    </>
  );
}

type Act = (row: QuestionRow) => void;

const columnsFor = (edit: Act, archive: Act): readonly Column<QuestionRow>[] => [
  {
    key: "name",
    title: "Name",
    sort: "name",
    primary: true,
    className: "question-name",
    render: ({ name, isGlobal }) => (
      <span className="cell-title">
        {name}
        {isGlobal && (
          <span className="question-lock">
            <Icon name="locked" label="Standard question" />
          </span>
        )}
      </span>
    ),
  },
  {
    key: "topic",
    title: "Topic",
    sort: "topic",
    className: "question-topic",
    render: ({ section }) => section,
  },
  {
    key: "question",
    title: "Question",
    sort: "question",
    render: (row) => (
      <span className="question-cell">
        <span className="subject-text">
          {row.label}
          <span className="cell-sub d-block">
            {fieldKind(row.type).label}
            {row.required && ", required"}
          </span>
        </span>
        {row.canEdit && (
          <span className="question-actions">
            {!row.isArchived && (
              <IconButton icon="edit" size="sm" label={`Edit ${row.name}`} onClick={() => edit(row)} />
            )}
            <IconButton
              icon={row.isArchived ? "restore" : "archive"}
              size="sm"
              label={`${row.isArchived ? "Restore" : "Archive"} ${row.name}`}
              onClick={() => archive(row)}
            />
          </span>
        )}
      </span>
    ),
  },
];
