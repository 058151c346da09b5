import type { MouseEvent } from "react";
import { renderThenFocus } from "../../lib/browser/render-then-focus";
import { IconButton } from "../../ui/button";
import "./editor/fields/field-settings.scss";

type RowProps = {
  what: string;
  index: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/**
 * Buttons that move a row up or down or remove it. The focus stays on the button of the moved row; after removing, it
 * moves to the row that takes the place, or without one to the first button of the group.
 */
export function RowButtons({ what, index, count, onMove, onRemove }: RowProps) {
  const move = (step: -1 | 1, isEdge: boolean) => (event: MouseEvent<HTMLElement>) => {
    if (isEdge) return;
    const rows = event.currentTarget.closest("li")?.parentElement;
    renderThenFocus(
      () => onMove(step),
      () => rows?.children[index + step]?.querySelectorAll(".form-row-buttons > button")[step < 0 ? 0 : 1],
    );
  };
  const remove = (event: MouseEvent<HTMLElement>) => {
    const rows = event.currentTarget.closest("li")?.parentElement;
    const group = rows?.closest(".form-group") ?? rows?.closest("fieldset");
    renderThenFocus(onRemove, () => {
      const next = rows?.children[Math.min(index, count - 2)];
      return next?.querySelector(".form-row-buttons > button:last-child") ?? group;
    });
  };
  return (
    <span className="form-row-buttons">
      <IconButton
        icon="up"
        size="sm"
        label={`Move ${what} up`}
        // `aria-disabled` instead of `disabled`, so that the button keeps the focus when the row is at the top.
        aria-disabled={index === 0 || undefined}
        onClick={move(-1, index === 0)}
      />
      <IconButton
        icon="down"
        size="sm"
        label={`Move ${what} down`}
        aria-disabled={index === count - 1 || undefined}
        onClick={move(1, index === count - 1)}
      />
      <IconButton icon="remove" size="sm" label={`Remove ${what}`} onClick={remove} />
    </span>
  );
}

/** Return the rows after moving the row at `index` by one step. */
export function moved<T>(rows: readonly T[], index: number, step: -1 | 1): T[] {
  const next = [...rows];
  next.splice(index + step, 0, ...next.splice(index, 1));
  return next;
}
