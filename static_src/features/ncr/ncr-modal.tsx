import { useState } from "react";
import { useIdle } from "../../lib/browser/use-idle";
import { useLoaded } from "../../lib/browser/use-loaded";
import { Button } from "../../ui/button";
import { EmptyState } from "../../ui/empty-state";
import { Modal } from "../../ui/modal";
import { Skeleton } from "../../ui/skeleton";
import { useNcr } from "./calls";
import type { KnownSupplier, Ncr } from "./types";
import { ViewModal } from "./view-modal";

const loadEditing = () => import("./edit-modal");

type Props = {
  show: boolean;
  onClose: () => void;
  /** Id of the record; without it the modal creates a new one. */
  id?: number | null;
  first?: Ncr | undefined;
  supplier?: KnownSupplier | null;
};

/**
 * The details of a non-conformance (specification, sections 2 and 4), with a view mode and an edit mode on a copy. A new
 * one opens in edit mode; Cancel closes it and Save leads to view mode.
 */
export function NcrModal({ show, onClose, id: initialId = null, first, supplier = null }: Props) {
  const [id, setId] = useState(initialId);
  const [editing, setEditing] = useState(initialId === null);
  const { ncr, failed, isMissing, refetch, saved } = useNcr(id, first);
  const idle = useIdle();
  const edit = useLoaded(loadEditing, idle || editing);

  if (editing && edit && (id === null || ncr)) {
    return (
      <edit.EditModal
        show={show}
        ncr={ncr}
        supplier={supplier}
        onCancel={() => (id === null ? onClose() : setEditing(false))}
        onSaved={(ncr) => {
          saved(ncr);
          setId(ncr.id);
          setEditing(false);
        }}
      />
    );
  }
  if (!ncr) {
    return (
      <Modal
        show={show}
        title={id === null ? "Non-Conformance" : `Non-Conformance #${id}`}
        size="lg"
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        {isMissing ? (
          <EmptyState icon="ncr" title="This non-conformance is not there any more." />
        ) : failed ? (
          <EmptyState
            icon="error"
            title="The non-conformance could not be loaded."
            action={<Button onClick={refetch}>Try again</Button>}
          />
        ) : (
          <Skeleton lines={8} />
        )}
      </Modal>
    );
  }
  return (
    <ViewModal
      show={show}
      ncr={ncr}
      isDeleted={isMissing}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onSaved={saved}
    />
  );
}
