import { useMemo, useState } from "react";
import { type ListPage as Page, request } from "../../../api/client";
import type { ListFilters } from "../../../api/types";
import { ListBulk, SelectEverything, useListSelection } from "../../../domain/bulk/list-selection";
import { ListTools, ListViews } from "../../../domain/views/list-views";
import type { PageViews } from "../../../domain/views/views";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useListFilters } from "../../../lib/state/use-list-filters";
import { useSave } from "../../../lib/state/use-save";
import { Button, IconButton } from "../../../ui/button";
import type { Column } from "../../../ui/data-table";
import { Field } from "../../../ui/field";
import { Icon } from "../../../ui/icon";
import { SearchInput, Switch, TextInput } from "../../../ui/inputs";
import { ListPage, ListTable } from "../../../ui/list-page";
import { fieldKind } from "../editor/fields/field-types";
import type { Question, QuestionRow } from "../types";
import "../forms.scss";

const pageSize = 10;
const filtersOff = {
  search: "",
  nameFilter: "",
  sectionFilter: "",
  questionFilter: "",
  isGlobal: "",
  archived: "false",
} satisfies ListFilters<"/api/question">;
const defaults = { ...filtersOff, sort: "topic" };
const viewed = { list: "question", defaults };

const loadForm = () => import("./question-form");
const loadBulk = () =>
  import("./bulk-actions").then(({ QuestionActions }) => ({ BulkActions: QuestionActions }));

type Props = { list: Page<QuestionRow>; views?: PageViews; topics: readonly string[] };

/** /question: the library of reusable questions (specification, section 2, RFX Questions). */
export default function Questions({ list: first, views, topics }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const list = useInfiniteList({
    queryKey: ["questions"],
    path: "/api/question",
    params: filters.params,
    pageSize,
    first,
    inAddress: true,
  });
  const selection = useListSelection(list, filters.params);
  const mayManage = usePermission("MANAGE_FORMS");
  const [edited, setEdited] = useState<Question | "new" | null>(null);
  const [everEdited, setEverEdited] = useState(false);
  const dialog = useLoaded(loadForm, everEdited);
  const { refetch } = list;
  const { save: archive } = useSave({
    perInput: true,
    send: ({ id, isArchived }: QuestionRow) =>
      request("PUT", "/api/question/{question_id}/archived", {
        path: { question_id: id },
        body: { archived: !isArchived },
      }),
    success: (_, { name, isArchived }) => `'${name}' ${isArchived ? "restored" : "archived"}.`,
    onSaved: () => refetch(),
  });

  const columns = useMemo(() => {
    const edit = async ({ id }: QuestionRow) => {
      setEverEdited(true);
      setEdited(await request("GET", "/api/question/{question_id}", { path: { question_id: id } }));
    };
    // The API client shows the error in a toast.
    return columnsFor((row) => edit(row).catch(() => {}), archive);
  }, [archive]);

  const add = () => {
    setEverEdited(true);
    setEdited("new");
  };
  return (
    <>
      <ListPage
        list={list}
        filters={filters}
        title="RFX Questions"
        noun={["question", "questions"]}
        selectAll={mayManage && <SelectEverything selection={selection} />}
        actions={
          <>
            <ListTools {...viewed} views={views} />
            {mayManage && (
              <Button variant="primary" icon="add" onClick={add}>
                New question...
              </Button>
            )}
          </>
        }
        notes={<ListViews {...viewed} views={views} />}
        fields={
          <>
            <Field label="Search">
              <SearchInput
                {...filters.text("search")}
                placeholder="Name, topic or question"
                maxLength={200}
              />
            </Field>
            <Field label="Name">
              <TextInput {...filters.text("nameFilter")} placeholder="Name" maxLength={200} />
            </Field>
            <Field label="Topic">
              <TextInput {...filters.text("sectionFilter")} placeholder="Topic" maxLength={200} />
            </Field>
            <Field label="Question">
              <TextInput {...filters.text("questionFilter")} placeholder="Question" maxLength={200} />
            </Field>
            <Switch label="Standard Questions" {...filters.toggle("isGlobal")} />
            <Switch label="Archived" {...filters.toggle("archived")} />
          </>
        }
      >
        <ListTable
          list={list}
          filters={filters}
          label="RFX questions"
          columns={columns}
          rowName={({ name }) => name}
          ticks={mayManage ? selection.ticks : undefined}
          empty={{ icon: "questions", things: "questions" }}
        />
        {mayManage && <ListBulk selection={selection} onChanged={refetch} load={loadBulk} />}
      </ListPage>
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
