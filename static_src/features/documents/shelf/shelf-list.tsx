import { useId } from "react";
import type { TypeBrief } from "../../../domain/documents/document-types";
import type { ShelfDocument } from "../../../domain/documents/own-documents";
import { ValidUntil } from "../../../domain/documents/validity";
import type { InfiniteList } from "../../../lib/state/use-infinite-list";
import type { ListFilterState } from "../../../lib/state/use-list-filters";
import { formatBytes } from "../../../lib/text/bytes";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { Field } from "../../../ui/field";
import { FileText } from "../../../ui/file-text";
import { ClearFilters } from "../../../ui/filter-panel";
import { SearchInput, Select, Switch } from "../../../ui/inputs";
import { ResultCount } from "../../../ui/load-more";
import { Parts } from "../../../ui/parts";
import "./shelf.scss";

type Props = {
  list: InfiniteList<ShelfDocument>;
  filters: ListFilterState<{ search: string; typeId: string; superseded: string; sort: string }>;
  types: readonly TypeBrief[];
  maySend: boolean;
  onAdd: () => void;
  onReplace: (document: ShelfDocument) => void;
  onEdit: (document: ShelfDocument) => void;
  onDelete: (document: ShelfDocument) => void;
};

/** The own documents, newest first; those that were replaced are shown on demand. */
export function ShelfList({ list, filters, types, maySend, onAdd, ...actions }: Props) {
  const searchId = useId();
  const typeId = useId();
  const { values } = filters;
  const isFiltered = values.typeId !== "" || values.search !== "";
  return (
    <Card
      flush
      title="Your documents"
      actions={
        <ResultCount
          total={list.total}
          capped={list.capped}
          failed={list.failed}
          noun={["document", "documents"]}
        />
      }
    >
      <div className="shelf-filters">
        <Field label="Search" hideLabel id={searchId}>
          <SearchInput {...filters.text("search")} placeholder="Number, issuer or type" maxLength={200} />
        </Field>
        <Field label="Type" hideLabel id={typeId}>
          <Select
            {...filters.text("typeId")}
            options={[
              { value: "", label: "All types" },
              ...types.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        </Field>
        <Switch label="Show earlier documents" {...filters.toggle("superseded")} />
      </div>
      <DataTable
        label="Your documents"
        columns={[...columns, maySend && actionsColumn(actions)]}
        rows={list.rows}
        rowKey={({ id }) => id}
        isLoading={list.isLoading}
        isStale={list.isStale}
        more={list}
        empty={
          isFiltered ? (
            <EmptyState
              icon="file"
              title="No documents for the current filters."
              action={<ClearFilters onClear={filters.clear} />}
            />
          ) : (
            <EmptyState
              icon="file"
              title="You have no documents yet."
              text="Add certificates, insurances and declarations here. Customers see only the ones that you send them."
              action={maySend && <Button onClick={onAdd}>Add document...</Button>}
            />
          )
        }
      />
    </Card>
  );
}

const columns: readonly Column<ShelfDocument>[] = [
  {
    key: "type",
    title: "Document",
    primary: true,
    render: ({ type, number, issuer, sites, supersededById }) => (
      <div>
        <span className="shelf-name">
          <bdi className="cell-title">{type.name}</bdi>
          {supersededById !== null && <Badge icon="history">Replaced</Badge>}
        </span>
        {(number || issuer || sites) && (
          <span className="cell-sub d-block">
            <Parts parts={[number, issuer, sites].filter(Boolean)} />
          </span>
        )}
      </div>
    ),
  },
  {
    key: "validUntil",
    title: "Valid until",
    className: "shelf-end",
    render: ({ validUntil }) => <ValidUntil value={validUntil} />,
  },
  {
    key: "file",
    title: "File",
    className: "shelf-file",
    render: ({ attachment }) =>
      attachment && (
        <span className="file-row">
          <FileText
            name={attachment.filename}
            meta={formatBytes(attachment.size)}
            href={`/files/${attachment.id}`}
          />
        </span>
      ),
  },
  {
    key: "customers",
    title: "Sent to",
    className: "shelf-customers",
    render: ({ customers }) =>
      customers.length > 0 ? (
        <span>
          <Parts parts={customers.map(({ name }) => name)} />
        </span>
      ) : (
        <span className="text-secondary">No customer</span>
      ),
  },
];

function actionsColumn({
  onReplace,
  onEdit,
  onDelete,
}: Pick<Props, "onReplace" | "onEdit" | "onDelete">): Column<ShelfDocument> {
  return {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "shelf-actions",
    render: (document) => {
      if (document.supersededById !== null) return null;
      const name = [document.type.name, document.number].filter(Boolean).join(" ");
      return (
        <span className="shelf-buttons">
          <Button
            size="sm"
            icon="refresh"
            aria-haspopup="dialog"
            aria-label={`Replace... ${name}`}
            onClick={() => onReplace(document)}
          >
            Replace...
          </Button>
          {document.customers.length === 0 && (
            <>
              <Button
                size="sm"
                icon="edit"
                aria-haspopup="dialog"
                aria-label={`Edit... ${name}`}
                onClick={() => onEdit(document)}
              >
                Edit...
              </Button>
              <Button
                size="sm"
                icon="delete"
                aria-haspopup="dialog"
                aria-label={`Delete... ${name}`}
                onClick={() => onDelete(document)}
              >
                Delete...
              </Button>
            </>
          )}
        </span>
      );
    },
  };
}
