import { type KeyboardEvent, useState } from "react";
import { Button, IconButton } from "../../../ui/button";
import { classNames } from "../../../ui/class-names";
import { TextArea } from "../../../ui/inputs";
import type { Cell, MarkStore } from "./mark-store";
import { type Criterion, type EvaluatedSupplier, highestMark, maxText } from "./types";
import "./marking.scss";

type Props = {
  store: MarkStore;
  supplier: EvaluatedSupplier;
  criterion: Criterion;
  isLocked: boolean;
  /** Position in the grid, for the arrow keys: row and column. */
  position: string;
  /** Show the comment without a press. */
  showsComment?: boolean;
};

const noMark = "Enter a whole number from 0 to 10.";

/** Return the mark of a typed text; undefined if it is none. */
export function parseMark(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (!trimmed) return null;
  return /^\d{1,2}$/.test(trimmed) && Number(trimmed) <= highestMark ? Number(trimmed) : undefined;
}

/** The mark of one supplier for one criterion, with a comment. Plus and minus change it, arrows leave it. */
export function MarkCell({ store, supplier, criterion, isLocked, position, showsComment = false }: Props) {
  const { rfxId } = supplier;
  const cell = store.cell(rfxId, criterion.id);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const text = typed ?? (cell.mark === null ? "" : String(cell.mark));
  const isInvalid = typed !== null && parseMark(typed) === undefined;
  const label = `${criterion.name}, ${supplier.name}`;
  const type = (next: string) => {
    const mark = parseMark(next);
    setTyped(mark === undefined ? next : null);
    if (mark !== undefined && mark !== cell.mark) store.change(rfxId, criterion.id, { mark });
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { "+": 1, "-": -1 }[event.key];
    if (step === undefined) return moveFocus(event);
    event.preventDefault();
    type(String(Math.min(highestMark, Math.max(0, (cell.mark ?? (step > 0 ? -1 : 1)) + step))));
  };
  const hasComment = cell.comment !== "";
  const showsText = showsComment || isOpen;
  return (
    <div className={classNames("mark-cell", cell.isUnsent && "mark-unsent")}>
      <span className="mark-line">
        <input
          className="form-control mark-input num"
          aria-label={label}
          aria-invalid={isInvalid || undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          data-mark={position}
          disabled={isLocked}
          value={text}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKey}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(isInvalid ? typed : null)}
        />
        <span className="mark-of" aria-hidden="true">
          / {highestMark}
        </span>
        {!showsComment && (
          <IconButton
            icon="note"
            size="sm"
            className={classNames(hasComment && "mark-has-comment")}
            label={hasComment ? `Comment on ${label}` : `Add a comment on ${label}`}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        )}
      </span>
      {isInvalid && (
        <span className="mark-fault" role="alert">
          {noMark}
        </span>
      )}
      {showsText && (
        <TextArea
          aria-label={`Comment: ${label}`}
          placeholder="Comment"
          grow
          rows={2}
          maxLength={maxText}
          disabled={isLocked}
          value={cell.comment}
          onChange={(event) => store.change(rfxId, criterion.id, { comment: event.target.value })}
        />
      )}
      <Fault cell={cell} onSettle={(keepsOwn) => store.settle(rfxId, criterion.id, keepsOwn)} />
    </div>
  );
}

function Fault({ cell, onSettle }: { cell: Cell; onSettle: (keepsOwn: boolean) => void }) {
  if (cell.other) {
    return (
      <span className="mark-fault" role="alert">
        Another tab has saved {cell.other.mark ?? "no mark"}
        {cell.other.comment !== cell.comment && " with another comment"}.
        <span className="mark-choice">
          <Button size="sm" onClick={() => onSettle(true)}>
            Keep this one
          </Button>
          <Button size="sm" onClick={() => onSettle(false)}>
            Use the other
          </Button>
        </span>
      </span>
    );
  }
  return cell.fault ? (
    <span className="mark-fault" role="alert">
      {cell.fault}
    </span>
  ) : null;
}

const moves: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Move to the next mark in the direction of an arrow key. */
function moveFocus(event: KeyboardEvent<HTMLInputElement>): void {
  const move = moves[event.key];
  if (!move) return;
  const [row = 0, column = 0] = (event.currentTarget.dataset.mark ?? "").split(".").map(Number);
  const grid = event.currentTarget.closest(".marking");
  const target = grid?.querySelector<HTMLElement>(`[data-mark="${row + move[0]}.${column + move[1]}"]`);
  if (!target) return;
  event.preventDefault();
  target.focus();
}
