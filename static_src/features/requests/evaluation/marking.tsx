import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { useSave } from "../../../lib/state/use-save";
import { Badge } from "../../../ui/badge";
import { Button } from "../../../ui/button";
import { ConfirmModal } from "../../../ui/confirm-modal";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { SavingNote } from "../../../ui/saving-note";
import { AnswersModal, AnswersPanel } from "./answers";
import { saveConflict, saveFinished } from "./evaluation-calls";
import { MarkStore } from "./mark-store";
import { MarkingGrid } from "./marking-grid";
import { OneSupplier } from "./one-supplier";
import type { EvaluatedSupplier, Evaluation } from "./types";
import "./evaluation.scss";
import "./marking.scss";

type Props = {
  requestId: number;
  evaluation: Evaluation;
  /** The name of the marks on this device that are not stored yet; differs by user. */
  storageKey: string;
  onChange: (evaluation: Evaluation) => void;
};

/** The marks of the viewer: criteria down, suppliers across; on a phone one supplier at a time. */
export function Marking({ requestId, evaluation, storageKey, onChange }: Props) {
  const { own, suppliers, criteria } = evaluation;
  const isPhone = useMedia(phone);
  const [store] = useState(() => new MarkStore(requestId, storageKey, own?.marks ?? []));
  useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  useEffect(() => store.start(), [store]);
  useEffect(() => store.take(own?.marks ?? []), [store, own]);
  const [reading, setReading] = useState<EvaluatedSupplier | null>(null);
  const opener = useRef<Element | null>(null);
  const read = (supplier: EvaluatedSupplier) => {
    opener.current = document.activeElement;
    setReading(supplier);
  };
  const closeAnswers = () => {
    setReading(null);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const [declaring, setDeclaring] = useState<EvaluatedSupplier | null>(null);
  const conflict = useSave({
    send: ({ rfxId, isDeclared }: { rfxId: number; isDeclared: boolean }) =>
      saveConflict(requestId, rfxId, isDeclared),
    onSaved: (next, { rfxId, isDeclared }) => {
      if (isDeclared) store.drop(rfxId);
      onChange(next);
    },
  });
  const finishing = useSave({
    send: async (isFinished: boolean) => {
      if (isFinished) await store.flush();
      return saveFinished(requestId, isFinished);
    },
    success: (next, isFinished) =>
      next.state === "CLOSED" ? "All marks are in. The evaluation is closed." : isFinished ? "Finished." : "",
    onSaved: onChange,
  });
  if (!own) return null;
  const marked = criteria.filter(({ source }) => source === "MARKS");
  const conflicts = new Set(own.conflicts);
  const isFinished = own.finished !== null;
  const needed = suppliers.filter(({ rfxId }) => !conflicts.has(rfxId));
  const total = needed.length * marked.length;
  const entered = needed.reduce(
    (sum, { rfxId }) => sum + marked.filter(({ id }) => store.cell(rfxId, id).mark !== null).length,
    0,
  );
  const setConflict = (supplier: EvaluatedSupplier, isDeclared: boolean) => {
    const hasMarks = marked.some(({ id }) => store.cell(supplier.rfxId, id).mark !== null);
    if (isDeclared && hasMarks) setDeclaring(supplier);
    else void conflict.save({ rfxId: supplier.rfxId, isDeclared });
  };
  const view = {
    store,
    criteria,
    suppliers,
    conflicts,
    isLocked: isFinished,
    onRead: read,
    onConflict: setConflict,
  };
  return (
    <section className="marking" aria-label="Your marks">
      <div className="marking-head">
        <h2>Your marks</h2>
        <span className="num marking-count">
          {entered} of {total} entered
        </span>
        {isFinished ? (
          <Badge tone="ok" icon="check">
            Finished
          </Badge>
        ) : (
          <SavingNote {...store.saving} />
        )}
        <span className="marking-actions">
          {isFinished ? (
            <Button busy={finishing.busy} onClick={() => finishing.save(false)}>
              Change my marks
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={finishing.busy}
              busyText="Finishing..."
              disabled={suppliers.length === 0 || entered < total}
              aria-describedby="marking-hint"
              onClick={() => finishing.save(true)}
            >
              Finish
            </Button>
          )}
        </span>
      </div>
      <p id="marking-hint" className="evaluation-note">
        {isFinished
          ? "You have finished. You can change your marks until the evaluation closes."
          : "0 is the worst mark, 10 the best. Your marks are saved as you type, and stay hidden from everyone else until the evaluation is closed."}
      </p>
      <FailureAlert error={conflict.failure || finishing.failure} />
      {suppliers.length === 0 ? (
        <EmptyState
          icon="pending"
          title="No supplier has submitted yet."
          text="Suppliers appear here as soon as they submit their answers."
        />
      ) : isPhone ? (
        <OneSupplier {...view} />
      ) : (
        <div className={reading ? "marking-split" : undefined}>
          <MarkingGrid {...view} />
          {reading && <AnswersPanel requestId={requestId} supplier={reading} onClose={closeAnswers} />}
        </div>
      )}
      {reading && isPhone && (
        <AnswersModal requestId={requestId} supplier={reading} onClose={() => setReading(null)} />
      )}
      <ConfirmModal
        show={declaring !== null}
        title="Declare a conflict of interest?"
        confirmLabel="Declare conflict"
        danger
        onConfirm={async () => {
          if (declaring) await conflict.saveAsync({ rfxId: declaring.rfxId, isDeclared: true });
          setDeclaring(null);
        }}
        onClose={() => setDeclaring(null)}
      >
        Your marks for {declaring?.name} are deleted, and you can't mark this supplier while you have the
        conflict.
      </ConfirmModal>
    </section>
  );
}
