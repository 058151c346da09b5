import { useState } from "react";
import type { ListPage } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { DocumentStateBadge, type Requirement } from "../../../domain/documents/document-state";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useBrowserEvent } from "../../../lib/events";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { type Column, DataTable } from "../../../ui/data-table";
import { Due } from "../../../ui/due";
import { EmptyState } from "../../../ui/empty-state";
import { ResultCount } from "../../../ui/load-more";
import { BackLink, PageHeader } from "../../../ui/page-header";
import { Time } from "../../../ui/time";
import "./supplier-documents.scss";

type Props = {
  supplier: ApiResponse<"Party">;
  relationshipId: number;
  /** The relationship is above None, so documents can be asked for. */
  isRelated: boolean;
  list: ListPage<Requirement>;
};

type Asking = { typeIds: readonly number[]; site: string; count: number };

const pageSize = 20;
const loadAsk = () => import("../../../domain/documents/ask-dialog");
const loadReview = () => import("../../../domain/documents/review-dialog");

/** Path of the list of the requirements of a relationship. */
const listPath = (relationshipId: number) =>
  `/api/relationship/${relationshipId}/documentRequirement` as "/api/relationship/{relationship_id}/documentRequirement";

/** /organisations/{id}/documents: what the viewer's organisation wants from a supplier, and the review of it. */
export default function SupplierDocuments({ supplier, relationshipId, isRelated, list: first }: Props) {
  const mayAsk = usePermission("MANAGE_RELATIONSHIPS") && isRelated;
  const list = useInfiniteList({
    queryKey: ["documentRequirements"],
    path: listPath(relationshipId),
    pageSize,
    first,
    inAddress: true,
  });
  useBrowserEvent("DOCUMENTS_CHANGED", () => list.refetch());
  // The address has the opened document, because tasks and mails link to it.
  const [opened, setOpened] = useQueryParam("requirement");
  const openedId = /^\d+$/.test(opened) ? Number(opened) : null;
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const askDialog = useLoaded(loadAsk, asking !== null);
  const reviewDialog = useLoaded(loadReview, openedId !== null);
  const ask = (typeIds: readonly number[] = [], site = "") => {
    setAsking((before) => ({ typeIds, site, count: (before?.count ?? 0) + 1 }));
    setIsAsking(true);
  };
  const toReview = list.rows.filter(({ state, actions }) => state === "RECEIVED" && actions.reject);
  const askButton = (variant: "primary" | "default") => (
    <Button variant={variant} icon="send" onClick={() => ask()}>
      Ask for documents...
    </Button>
  );

  return (
    <>
      <PageHeader
        above={<BackLink href={`/organisations/${supplier.id}`}>{supplier.name}</BackLink>}
        title={`Documents of ${supplier.name}`}
        sub={
          <ResultCount
            total={list.total}
            capped={list.capped}
            failed={list.failed}
            noun={["document", "documents"]}
          />
        }
        actions={mayAsk && list.rows.length > 0 && askButton("primary")}
      />
      <Card flush>
        <DataTable
          label="Documents"
          columns={columnsFor(setOpened, ({ type, site }) => ask([type.id], site))}
          rows={list.rows}
          rowKey={({ id }) => id}
          rowHref={({ id }) => `?requirement=${id}`}
          onRowClick={({ id }) => setOpened(String(id))}
          isLoading={list.isLoading}
          isStale={list.isStale}
          more={list}
          empty={
            <EmptyState
              icon="certificate"
              title={`You haven't asked ${supplier.name} for documents yet.`}
              text="Certificates, policies and declarations appear here, with the day until which each is valid."
              action={mayAsk && askButton("primary")}
            />
          }
        />
      </Card>
      {reviewDialog && (
        <reviewDialog.ReviewDialog
          id={openedId}
          toReview={toReview.map(({ id }) => id)}
          onOpen={(id) => setOpened(String(id), "replace")}
          onClose={() => setOpened("", "replace")}
          onAsk={({ type, site }) => {
            setOpened("", "replace");
            ask([type.id], site);
          }}
        />
      )}
      {askDialog && asking && (
        <askDialog.AskDialog
          key={asking.count}
          suppliers={[{ relationshipId, organisationId: supplier.id, name: supplier.name }]}
          typeIds={asking.typeIds}
          site={asking.site}
          show={isAsking}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

function columnsFor(
  open: (id: string) => void,
  askAgain: (requirement: Requirement) => void,
): readonly Column<Requirement>[] {
  return [
    {
      key: "type",
      title: "Document",
      primary: true,
      className: "document-type",
      render: ({ type }) => (
        <>
          <span className="cell-title">{type.name}</span>
          {type.standard && <span className="cell-sub">{type.standard}</span>}
        </>
      ),
    },
    { key: "site", title: "Site", className: "document-site", render: ({ site }) => site || <Dash /> },
    {
      key: "state",
      title: "State",
      className: "status-cell",
      render: (row) => (
        <span className="document-state">
          <DocumentStateBadge {...row} />
          {(row.state === "ASKED" || row.state === "REJECTED") && row.due && <Due value={row.due} withWord />}
        </span>
      ),
    },
    { key: "until", title: "Valid until", render: (row) => <ValidUntil row={row} /> },
    {
      key: "file",
      title: "File",
      className: "document-file-cell",
      render: ({ document }) =>
        document?.attachment ? (
          <a
            href={`/files/${document.attachment.id}`}
            target="_blank"
            rel="noopener"
            title={document.attachment.filename}
          >
            {document.attachment.filename}
          </a>
        ) : (
          <Dash />
        ),
    },
    {
      key: "actions",
      title: <span className="visually-hidden">Actions</span>,
      className: "document-actions",
      render: (row) =>
        row.actions.reject ? (
          <Button size="sm" onClick={() => open(String(row.id))} aria-label={`Review ${nameOf(row)}`}>
            Review
          </Button>
        ) : row.actions.ask ? (
          <Button size="sm" onClick={() => askAgain(row)} aria-label={`Ask again for ${nameOf(row)}...`}>
            Ask again...
          </Button>
        ) : (
          // The table shows a dash in an empty cell, which means a missing value.
          <span />
        ),
    },
  ];
}

const nameOf = ({ type, site }: Requirement) => (site ? `${type.name}, ${site}` : type.name);

/** The end of the accepted document; of one to review, its own end. */
function ValidUntil({ row: { state, type, validUntil, document } }: { row: Requirement }) {
  const until = state === "RECEIVED" ? (document?.validUntil ?? null) : validUntil;
  if (until) return <Time value={until} />;
  const hasDocument = document !== null && (state === "ACCEPTED" || state === "RECEIVED");
  return hasDocument && type.validity === "ALWAYS" ? <>Always</> : <Dash />;
}

function Dash() {
  return <span className="text-secondary">-</span>;
}
