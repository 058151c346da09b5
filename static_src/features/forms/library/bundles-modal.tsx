import { useState } from "react";
import { request } from "../../../api/client";
import { isNotFound } from "../../../api/errors";
import { type FormBundle, formTypeLabel } from "../../../domain/forms/doc-forms";
import { usePermission } from "../../../lib/browser/page-context";
import { useInfiniteList } from "../../../lib/state/use-infinite-list";
import { toasts } from "../../../lib/toasts";
import { Badge } from "../../../ui/badge";
import { Button, IconButton } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { EmptyState } from "../../../ui/empty-state";
import { LoadFailed, LoadMore } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { Skeleton } from "../../../ui/skeleton";
import { BundleForm } from "./bundle-form";
import "../forms.scss";

/** Ref for the button that opened a dialog in place of this one: it gets the focus when it is mounted again. */
const focusOnMount = (button: HTMLButtonElement | null) => button?.focus();

type Props = { onClose: () => void; onChanged: () => void };

/** Dialog with the bundles of the organisation: named sets of forms that are sent together. */
export function BundlesModal({ onClose, onChanged }: Props) {
  const canManage = usePermission("MANAGE_FORMS");
  const [editedBundle, setEditedBundle] = useState<FormBundle | "new" | null>(null);
  const [deletedBundle, setDeletedBundle] = useState<FormBundle | null>(null);
  const [opener, setOpener] = useState("");
  const list = useInfiniteList({
    queryKey: ["bundles"],
    path: "/api/docFormBundle",
    pageSize: 20,
  });
  const openEditor = (bundle: FormBundle | "new") => {
    setOpener(bundle === "new" ? "new" : `edit ${bundle.id}`);
    setEditedBundle(bundle);
  };
  const openDeletion = (bundle: FormBundle) => {
    setOpener(`remove ${bundle.id}`);
    setDeletedBundle(bundle);
  };
  const openerRef = (button: string) => (button === opener ? focusOnMount : undefined);
  const handleChange = () => {
    setEditedBundle(null);
    setDeletedBundle(null);
    list.refetch();
    onChanged();
  };
  if (editedBundle) {
    return (
      <BundleForm
        bundle={editedBundle === "new" ? null : editedBundle}
        onClose={() => setEditedBundle(null)}
        onChanged={handleChange}
      />
    );
  }
  if (deletedBundle) {
    return (
      <ConfirmModal
        show
        danger
        title="Delete bundle"
        confirmLabel="Delete bundle"
        busyLabel="Deleting..."
        onConfirm={async () => {
          // 404 means that another user has already deleted the bundle.
          await request("DELETE", "/api/docFormBundle/{bundle_id}", {
            path: { bundle_id: deletedBundle.id },
            toast: (error) => !isNotFound(error),
          }).catch((error) => {
            if (!isNotFound(error)) throw error;
          });
          toasts.success(`Bundle '${deletedBundle.name}' deleted.`);
          const at = list.rows.findIndex(({ id }) => id === deletedBundle.id);
          const neighbour = list.rows[at + 1] ?? list.rows[at - 1];
          setOpener(neighbour ? `remove ${neighbour.id}` : "new");
          handleChange();
        }}
        onClose={() => setDeletedBundle(null)}
      >
        <p>
          The bundle <strong>{deletedBundle.name}</strong> is deleted. Its forms stay, and so does what was
          sent with it.
        </p>
      </ConfirmModal>
    );
  }
  return (
    <Modal
      show
      size="lg"
      title="Bundles"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          {canManage && (
            <Button ref={openerRef("new")} variant="primary" icon="add" onClick={() => openEditor("new")}>
              New bundle
            </Button>
          )}
        </>
      }
    >
      {list.isLoading && <Skeleton lines={6} />}
      {list.failed && list.rows.length === 0 && <LoadFailed {...list} />}
      {!list.failed && !list.isLoading && list.rows.length === 0 && (
        <EmptyState
          icon="bundle"
          title="No bundles yet."
          text="A bundle is a named set of forms that are sent together, such as everything a new supplier fills in."
        />
      )}
      <ul className="bundle-list" aria-busy={list.isLoading}>
        {list.rows.map((bundle) => (
          <li key={bundle.id}>
            <div className="bundle-text">
              <span className="cell-title">
                {bundle.name}{" "}
                {!bundle.isSendable && (
                  <Badge tone="wait" icon="warning">
                    Can't be sent yet
                  </Badge>
                )}
              </span>
              {bundle.description && <span className="cell-sub">{bundle.description}</span>}
              <BundleForms bundle={bundle} />
            </div>
            {canManage && (
              <div className="bundle-actions">
                <IconButton
                  ref={openerRef(`edit ${bundle.id}`)}
                  icon="edit"
                  label={`Edit ${bundle.name}`}
                  onClick={() => openEditor(bundle)}
                />
                <IconButton
                  ref={openerRef(`remove ${bundle.id}`)}
                  icon="delete"
                  label={`Delete ${bundle.name}`}
                  onClick={() => openDeletion(bundle)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <LoadMore {...list} />
    </Modal>
  );
}

function BundleForms({ bundle }: { bundle: FormBundle }) {
  if (bundle.docForms.length === 0) return <span className="cell-sub">No forms in it yet.</span>;
  return (
    <ol className="bundle-forms">
      {bundle.docForms.map((form) => (
        <li key={form.id}>
          <a href={`/forms/${form.id}`}>{form.title}</a>{" "}
          <span className="text-secondary">
            {formTypeLabel(form.type)}
            {form.isArchived ? ", archived" : form.inUseId === null ? ", not published yet" : ""}
          </span>
        </li>
      ))}
    </ol>
  );
}
