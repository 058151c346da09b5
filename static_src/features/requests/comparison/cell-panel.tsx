import { type KeyboardEvent, type Ref, useState } from "react";
import { fieldId } from "../../../domain/questionnaire/field-ids";
import { acceptAnswers } from "../../../domain/rfx/review-calls";
import { useQuery } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { AttachmentList } from "../../../ui/attachment-list";
import { Button, IconButton } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { FailureAlert } from "../../../ui/failure-alert";
import { Icon } from "../../../ui/icon";
import { LoadFailedLine } from "../../../ui/load-failed-line";
import { followUpsText, RankMark } from "./cell-content";
import { CellNotes } from "./cell-notes";
import { loadAnswer } from "./comparison-calls";
import type { Cell, Question, Supplier } from "./types";
import "./cell-content.scss";
import "./cell-panel.scss";

type Props = {
  requestId: number;
  cell: Cell;
  question: Question;
  supplier: Supplier;
  /** True if the viewer may write notes. */
  mayNote: boolean;
  /** Called after a change of the acceptance or of the notes. */
  onChanged: () => void;
  onAsk: () => void;
  onClose: () => void;
  /** Shown over the grid, at its cell. */
  isOver?: boolean;
  ref?: Ref<HTMLElement>;
};

/** Characters after which an answer is clipped until the viewer expands it. */
const longText = 500;

/** The opened cell: the whole answer with its files, its notes, and the buttons to accept it, to ask about it and to note. */
export function CellPanel({
  requestId,
  cell,
  question,
  supplier,
  mayNote,
  onChanged,
  onAsk,
  onClose,
  isOver = false,
  ref,
}: Props) {
  const { key, number, label } = question;
  const { save, busy, failure } = useSave({
    send: ({ iteration, accepted }: { iteration: number; accepted: boolean }) =>
      acceptAnswers(supplier.rfxId, [{ field: key, iteration }], accepted),
    onSaved: onChanged,
    onError: onChanged,
  });
  const accept = () => cell?.iteration && save({ iteration: cell.iteration, accepted: !cell.isAccepted });
  const mayAccept = supplier.mayReview && Boolean(cell?.iteration);
  const mayAsk = supplier.mayReview && !cell?.isHidden;
  const [isWriting, setWriting] = useState(false);
  const onKey = (event: KeyboardEvent) => {
    // Keys of the form of a note belong to that form, except Escape, which closes the form first.
    const isInForm = (event.target as Element).closest("form, [role=dialog]") !== event.currentTarget;
    if (event.key === "Escape" && isInForm) {
      if (!isWriting) return;
      event.stopPropagation();
      setWriting(false);
      (event.currentTarget as HTMLElement).focus();
      return;
    }
    if (isInForm) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      onClose();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const letter = event.key.toUpperCase();
    if (letter === "A" && mayAccept && !busy) accept();
    else if (letter === "Q" && mayAsk) onAsk();
    else if (letter === "N" && mayNote) setWriting(true);
    else return;
    event.preventDefault();
  };
  return (
    <section
      ref={ref}
      role="dialog"
      aria-label={`${supplier.name}, question ${number}`}
      tabIndex={-1}
      className={classNames("comparison-panel", isOver && "comparison-panel-over")}
      onKeyDown={onKey}
    >
      <header className="comparison-panel-head">
        <span className="comparison-panel-name line-clamp-2" title={supplier.name}>
          {supplier.name}
        </span>
        <span className="text-secondary">Question {number}</span>
        <IconButton icon="close" size="sm" label="Close" onClick={onClose} />
      </header>
      <div className="comparison-panel-body">
        <p className="comparison-hint">{label}</p>
        {/* The key clips the next answer again. */}
        <WholeAnswer key={`${supplier.rfxId} ${key} ${cell?.iteration}`} {...{ cell, question, supplier }} />
        {cell?.converted && <p className="comparison-hint">Entered as {cell.text}</p>}
        {cell?.issue && (
          <p className="comparison-issue">
            <Icon name="warning" /> {cell.issue}
          </p>
        )}
        {cell?.files && <AttachmentList attachments={cell.files} />}
        <p className="comparison-panel-facts">
          {cell?.mark && <RankMark mark={cell.mark} />}
          {cell?.points && (
            <span>
              {cell.points.points} of {cell.points.most} points
            </span>
          )}
          {cell?.isAccepted && (
            <span className="comparison-ok">
              <Icon name="success" /> Accepted
            </span>
          )}
          {cell?.followUps ? (
            <span className="comparison-wait">
              <Icon name="follow-up" /> {followUpsText(cell.followUps)}
            </span>
          ) : null}
          <a href={`/rfx/${supplier.rfxId}?tab=rfi#${fieldId(key)}`}>Open in the RFx</a>
        </p>
        <CellNotes
          requestId={requestId}
          cell={{ rfxId: supplier.rfxId, key }}
          count={cell?.notes ?? 0}
          isWriting={isWriting}
          onWritten={() => setWriting(false)}
          onChanged={onChanged}
        />
        <FailureAlert error={failure} />
      </div>
      {(mayAccept || mayAsk || mayNote) && (
        <footer className="comparison-panel-actions">
          {mayAccept && (
            <Button
              size="sm"
              variant={cell?.isAccepted ? "default" : "primary"}
              icon={cell?.isAccepted ? "restore" : "check"}
              busy={busy}
              aria-keyshortcuts="A"
              onClick={accept}
            >
              {cell?.isAccepted ? "Undo" : "Accept"} <kbd>A</kbd>
            </Button>
          )}
          {mayAsk && (
            <Button size="sm" icon="follow-up" aria-keyshortcuts="Q" onClick={onAsk}>
              Ask follow-up <kbd>Q</kbd>
            </Button>
          )}
          {mayNote && (
            <Button
              size="sm"
              variant="quiet"
              icon="note"
              aria-keyshortcuts="N"
              onClick={() => setWriting(true)}
            >
              Note <kbd>N</kbd>
            </Button>
          )}
        </footer>
      )}
    </section>
  );
}

/** The answer; a long one is clipped until the viewer expands it. */
function WholeAnswer({ cell, question, supplier }: { cell: Cell; question: Question; supplier: Supplier }) {
  const [isWhole, setWhole] = useState(false);
  const { data, isError, refetch } = useQuery({
    queryKey: ["whole-answer", supplier.rfxId, question.key, cell?.iteration],
    queryFn: ({ signal }) => loadAnswer(supplier.rfxId, question.key, signal),
    enabled: isWhole && Boolean(cell?.isClipped),
  });
  if (cell?.isHidden) {
    return <p className="text-secondary">A condition of the form hides this question from this supplier.</p>;
  }
  if (!cell?.text) return <p className="text-secondary">There is no answer.</p>;
  if (cell.files) return null;
  const text = cell.converted ?? data ?? cell.text;
  const isLong = cell.text.length > longText;
  return (
    <>
      <p className="comparison-panel-text">
        <bdi>{isLong && !isWhole ? `${cell.text.slice(0, longText).trimEnd()}...` : text}</bdi>
      </p>
      {isLong && !isWhole && (
        <Button variant="link" size="sm" onClick={() => setWhole(true)}>
          Show all
        </Button>
      )}
      {isError && <LoadFailedLine title="The rest could not be loaded." refetch={refetch} />}
    </>
  );
}
