import { useId } from "react";
import type { ListPage } from "../../api/client";
import type { ListFilters } from "../../api/types";
import { AssessmentTable, useAssessmentList } from "../../domain/assessments/assessment-table";
import type { AssessmentRow } from "../../domain/assessments/assessments";
import { usePermission } from "../../lib/browser/page-context";
import { emit } from "../../lib/events";
import { useDebounced } from "../../lib/state/use-debounced";
import { useQueryParams } from "../../lib/state/use-query-param";
import { Button } from "../../ui/button";
import { Field } from "../../ui/field";
import { FilterPanel } from "../../ui/filter-panel";
import { SearchInput, Select } from "../../ui/inputs";
import { ResultCount } from "../../ui/load-more";
import { PageHeader } from "../../ui/page-header";

const defaults = {
  search: "",
  type: "",
  status: "",
  sort: "-created",
} satisfies ListFilters<"/api/assessment">;

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

/** /assessment: the assessments that the viewer's organisation makes (specification, section 2, Assessments). */
export default function AssessmentList({ list: first }: { list: ListPage<AssessmentRow> }) {
  const [params, setParams] = useQueryParams(defaults);
  const settled = useDebounced(params);
  const list = useAssessmentList({ params: settled, first, inAddress: true });
  const mayManage = usePermission("MANAGE_ASSESSMENTS");
  const [searchId, typeId, statusId] = [useId(), useId(), useId()];
  const active = [params.search, params.type, params.status].filter(Boolean).length;
  const start = () => emit("OPEN_NEW_ASSESSMENT", {});
  return (
    <>
      <PageHeader
        title="Assessments"
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["assessment", "assessments"]}
          />
        }
        actions={
          mayManage && (
            <Button variant="primary" icon="add" onClick={start}>
              New Assessment...
            </Button>
          )
        }
      />
      <div className="with-filters">
        <FilterPanel active={active} onClear={() => setParams({ search: "", type: "", status: "" })}>
          <Field label="Supplier or title" id={searchId}>
            <SearchInput
              value={params.search}
              maxLength={200}
              onChange={(event) => setParams({ search: event.target.value })}
            />
          </Field>
          <Field label="Type" id={typeId}>
            <Select
              value={params.type}
              options={types}
              onChange={(event) => setParams({ type: event.target.value })}
            />
          </Field>
          <Field label="Status" id={statusId}>
            <Select
              value={params.status}
              options={statuses}
              onChange={(event) => setParams({ status: event.target.value })}
            />
          </Field>
        </FilterPanel>
        <AssessmentTable
          list={list}
          sort={params.sort}
          onSort={(sort) => setParams({ sort })}
          {...(active === 0 && {
            empty: {
              title: "No assessments yet.",
              action: mayManage && <Button onClick={start}>New Assessment...</Button>,
            },
          })}
        />
      </div>
    </>
  );
}
