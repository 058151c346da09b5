import { useId } from "react";
import type { ListPage as Page } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { AssessmentTable, useAssessmentList } from "../../domain/assessments/assessment-table";
import type { AssessmentRow } from "../../domain/assessments/assessments";
import { DueFilter } from "../../domain/due-filter";
import { ListTools, ListViews } from "../../domain/views/list-views";
import type { PageViews } from "../../domain/views/views";
import { usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { useListFilters, withoutOff } from "../../lib/state/use-list-filters";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { SearchInput, Select } from "../../ui/inputs";
import { ListPage } from "../../ui/list-page";

const defaults = {
  search: "",
  type: "",
  status: "",
  due: "",
  sort: "-created",
} satisfies { [name in keyof ListFilters<"/api/assessment">]?: string };

const viewed = { list: "assessment", defaults, canExport: true };
const filtersOff = { search: "", type: "", status: "", due: "" };

const types = [
  { value: "", label: "All types" },
  { value: "QUALIFICATION", label: "Qualification" },
  { value: "PERFORMANCE", label: "Performance" },
];
const statuses = [
  { value: "", label: "All statuses" },
  { value: "NEW", label: "New" },
  { value: "INPROGRESS", label: "In Progress" },
  { value: "COMPLETED", label: "Completed" },
];

type Props = { list: Page<AssessmentRow>; views?: PageViews };

/** /assessment: the assessments of the viewer's organisation (specification, section 2, Assessments). */
export default function AssessmentList({ list: first, views }: Props) {
  const filters = useListFilters(defaults, filtersOff);
  const list = useAssessmentList({
    params: withoutOff(filters.params) as ListFilters<"/api/assessment">,
    first,
    inAddress: true,
  });
  const mayManage = usePermission("MANAGE_ASSESSMENTS");
  const [searchId, typeId, statusId] = [useId(), useId(), useId()];
  const start = () => emit("OPEN_NEW_ASSESSMENT", {});
  return (
    <ListPage
      list={list}
      filters={filters}
      title="Assessments"
      noun={["assessment", "assessments"]}
      actions={
        <>
          <ListTools {...viewed} views={views} />
          {mayManage && (
            <Button variant="primary" icon="add" onClick={start}>
              New Assessment...
            </Button>
          )}
        </>
      }
      notes={<ListViews {...viewed} views={views} />}
      fields={
        <>
          <Field label="Supplier or title" id={searchId}>
            <SearchInput {...filters.text("search")} placeholder="Supplier or title" maxLength={200} />
          </Field>
          <Field label="Type" id={typeId}>
            <Select {...filters.text("type")} options={types} />
          </Field>
          <Field label="Status" id={statusId}>
            <Select {...filters.text("status")} options={statuses} />
          </Field>
          <DueFilter {...filters.text("due")} />
        </>
      }
    >
      <AssessmentTable
        list={list}
        sort={filters.sort}
        onSort={filters.setSort}
        {...(filters.active === 0 && {
          empty: {
            title: "No assessments yet.",
            action: mayManage && <Button onClick={start}>New Assessment...</Button>,
          },
        })}
      />
    </ListPage>
  );
}
