import { useMemo } from "react";
import { type FormRow, formTypeLabel, revisionLabel } from "../../../domain/forms/doc-forms";
import { type Column, DataTable, type Sort } from "../../../ui/data-table";
import type { RowTicks } from "../../../ui/row-ticks";
import { Time } from "../../../ui/time";
import { CorrectionMark, FormStatus } from "../form-status";
import { BundleBadges } from "../library/bundle-badges";
import type { FormRowsProps } from "../types";
import { FormMenu } from "./form-menu";
import { Thumbnail } from "./thumbnail";
import "../forms.scss";

type Props = FormRowsProps & { sort: Sort; onSort: (sort: Sort) => void; ticks: RowTicks | undefined };

/** Forms as a table: Title, Status, Created, Updated (specification, section 2, Forms). */
export function FormTable({ list, onAction, empty, sort, onSort, ticks }: Props) {
  const columns = useMemo(() => columnsFor(onAction), [onAction]);
  return (
    <DataTable
      label="Forms"
      columns={columns}
      rows={list.rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/forms/${id}`}
      rowName={({ title }) => title}
      ticks={ticks}
      sort={sort}
      onSort={onSort}
      isLoading={list.isLoading}
      isStale={list.isStale}
      more={list}
      empty={empty}
    />
  );
}

const columnsFor = (onAction: FormRowsProps["onAction"]): readonly Column<FormRow>[] => [
  {
    key: "title",
    // Not `primary`, because a primary cell is one link and cannot contain the button of the bundles.
    title: <>Title</>,
    sort: "title",
    className: "primary-cell",
    render: (form) => (
      <div className="form-row-title">
        <Thumbnail form={form} />
        <div className="subject-text">
          <a href={`/forms/${form.id}`} className="row-link" data-row-focus>
            <span className="cell-title">{form.title}</span>
          </a>
          <span className="cell-sub d-block">{formTypeLabel(form.type)}</span>
          <BundleBadges bundles={form.bundles} />
        </div>
      </div>
    ),
  },
  {
    key: "status",
    title: "Status",
    sort: "status",
    render: (form) => (
      <span className="form-row-status">
        <FormStatus status={form.status} />
        <span className="cell-sub">{revisionLabel(form)}</span>
        <CorrectionMark form={form} />
      </span>
    ),
  },
  { key: "created", title: "Created", sort: "created", render: ({ created }) => <Time value={created} /> },
  {
    key: "updated",
    title: "Updated",
    sort: "updated",
    render: (form) => (
      <div className="form-row-updated">
        <Time value={form.updated} />
        {onAction && (
          <div className="row-tools">
            <FormMenu form={form} onAction={onAction} />
          </div>
        )}
      </div>
    ),
  },
];
