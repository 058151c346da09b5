import { useState } from "react";
import { request } from "../../../api/client";
import { isOffline } from "../../../api/errors";
import { type DocumentType, fieldLabels, validityText } from "../../../domain/documents/document-types";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useSave } from "../../../lib/state/use-save";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { type Column, DataTable } from "../../../ui/data-table";
import { EmptyState } from "../../../ui/empty-state";
import { PageHeader } from "../../../ui/page-header";
import "./document-types.scss";

const loadModal = () => import("./type-modal");

/** /setup/documentTypes: the documents that the organisation can ask suppliers for, own types and standard ones. */
export default function DocumentTypes({ types: loaded }: { types: DocumentType[] }) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const [types, setTypes] = useState(loaded);
  const [editing, setEditing] = useState<{ type: DocumentType | null; count: number } | null>(null);
  const [removing, setRemoving] = useState<DocumentType | null>(null);
  const [shown, setShown] = useState<"edit" | "remove" | null>(null);
  const modal = useLoaded(loadModal, editing !== null);
  const refresh = async () => {
    const now = await request("GET", "/api/documentType", { toast: false }).catch(() => null);
    if (now) setTypes(now);
  };
  const edit = (type: DocumentType | null) => {
    setEditing((before) => ({ type, count: (before?.count ?? 0) + 1 }));
    setShown("edit");
  };
  const removal = useSave({
    send: ({ id }: DocumentType) =>
      request("DELETE", "/api/documentType/{document_type_id}", { path: { document_type_id: id } }),
    success: (_, { name, isUsed }) => (isUsed ? `${name} archived.` : `${name} deleted.`),
    onSaved: async () => {
      setShown(null);
      await refresh();
    },
    onError: (error) => {
      if (!isOffline(error)) refresh();
    },
  });
  const restoring = useSave({
    send: ({ id }: DocumentType) =>
      request("POST", "/api/documentType/{document_type_id}/restore", { path: { document_type_id: id } }),
    success: (_, { name }) => `${name} restored.`,
    onSaved: refresh,
  });
  const own = types.filter(({ isOwn }) => isOwn);
  const current = own.filter(({ archived }) => !archived);
  const archived = own.filter((type) => type.archived);
  const shipped = types.filter(({ isShipped }) => isShipped);
  const addButton = (
    <Button variant="primary" icon="add" onClick={() => edit(null)}>
      New type...
    </Button>
  );
  const actions: Column<DocumentType> = {
    key: "actions",
    title: <span className="visually-hidden">Actions</span>,
    className: "type-actions",
    render: (type) => (
      <>
        <Button size="sm" icon="edit" onClick={() => edit(type)} aria-label={`Edit ${type.name}...`}>
          Edit...
        </Button>{" "}
        <Button
          size="sm"
          icon={type.isUsed ? "archive" : "delete"}
          aria-label={`${removalLabel(type)} ${type.name}...`}
          onClick={() => {
            removal.setFailure("");
            setRemoving(type);
            setShown("remove");
          }}
        >
          {removalLabel(type)}...
        </Button>
      </>
    ),
  };

  const restore: Column<DocumentType> = {
    key: "restore",
    title: <span className="visually-hidden">Actions</span>,
    className: "type-actions",
    render: (type) => (
      <Button
        size="sm"
        icon="restore"
        aria-label={`Restore ${type.name}`}
        disabled={restoring.busy}
        onClick={() => restoring.save(type)}
      >
        Restore
      </Button>
    ),
  };

  return (
    <>
      <PageHeader
        title="Document Types"
        sub="The certificates, policies and declarations that you can ask suppliers for."
        actions={mayChange && current.length > 0 && addButton}
      />
      <div className="stack">
        <Card flush title="Your types">
          <DataTable
            label="Your types"
            columns={[...columns, mayChange && actions]}
            rows={current}
            rowKey={({ id }) => id}
            empty={
              <EmptyState
                icon="certificate"
                title="You have no types of your own."
                text="Add a document that only your organisation asks for, such as an audit report."
                action={mayChange && addButton}
              />
            }
          />
        </Card>
        <Card flush title="Standard types">
          <DataTable
            label="Standard types"
            columns={columns}
            rows={shipped}
            rowKey={({ id }) => id}
            empty={<EmptyState icon="certificate" title="There are no standard types." />}
          />
        </Card>
        {archived.length > 0 && (
          <Card flush title="Archived types">
            <DataTable
              label="Archived types"
              columns={[...columns, mayChange && restore]}
              rows={archived}
              rowKey={({ id }) => id}
              empty={null}
            />
          </Card>
        )}
      </div>
      {modal && editing && (
        <modal.TypeModal
          key={editing.count}
          type={editing.type}
          show={shown === "edit"}
          onClose={() => setShown(null)}
          onSaved={refresh}
        />
      )}
      <ConfirmModal
        show={shown === "remove"}
        title={removing?.isUsed ? "Archive type" : "Delete type"}
        confirmLabel={removing?.isUsed ? "Archive this type" : "Delete this type"}
        busyLabel={removing?.isUsed ? "Archiving..." : "Deleting..."}
        danger
        onConfirm={() => removing && removal.saveAsync(removing)}
        onClose={() => setShown(null)}
      >
        {removing?.isUsed ? (
          <p>
            <strong>{removing.name}</strong> can't be asked for until you restore it. Documents that suppliers
            have sent stay.
          </p>
        ) : (
          <p>
            <strong>{removing?.name}</strong> is deleted permanently. You have not asked a supplier for it.
          </p>
        )}
      </ConfirmModal>
    </>
  );
}

const removalLabel = ({ isUsed }: DocumentType) => (isUsed ? "Archive" : "Delete");

const columns: readonly Column<DocumentType>[] = [
  {
    key: "name",
    title: "Name",
    primary: true,
    className: "type-name",
    render: ({ name, standard, isUsed }) => (
      <>
        <span className="cell-title">{name}</span> {isUsed && <Badge>In use</Badge>}
        {standard && <span className="cell-sub">{standard}</span>}
      </>
    ),
  },
  { key: "valid", title: "Valid", className: "type-valid", render: (type) => validityText(type) },
  {
    key: "fields",
    title: "Details",
    className: "type-fields",
    render: ({ fields }) =>
      fields.length > 0 ? (
        fields.map((field) => fieldLabels[field]).join(", ")
      ) : (
        <span className="text-secondary">-</span>
      ),
  },
  {
    key: "reminders",
    title: "Reminders",
    className: "type-reminders",
    render: (type) => <span className="num">{remindersText(type)}</span>,
  },
];

function remindersText({ validity, remindDays, graceDays }: DocumentType): string {
  if (validity === "ALWAYS") return "-";
  const before = remindDays.length > 0 ? `${remindDays.join(", ")} days before the end` : "";
  const after = graceDays > 0 ? `${graceDays} after` : "";
  return [before, after].filter(Boolean).join(", ") || "None";
}
