import { IconButton } from "../../ui/button";

type RowProps = {
  what: string;
  index: number;
  count: number;
  onMove: (step: -1 | 1) => void;
  onRemove: () => void;
};

/** Up, down and away, for the rows of a list that is written. */
export function RowButtons({ what, index, count, onMove, onRemove }: RowProps) {
  return (
    <span className="form-row-buttons">
      <IconButton
        icon="up"
        size="sm"
        label={`Move ${what} up`}
        disabled={index === 0}
        onClick={() => onMove(-1)}
      />
      <IconButton
        icon="down"
        size="sm"
        label={`Move ${what} down`}
        disabled={index === count - 1}
        onClick={() => onMove(1)}
      />
      <IconButton icon="remove" size="sm" label={`Remove ${what}`} onClick={onRemove} />
    </span>
  );
}

/** The rows with the one at `index` a step further. */
export function moved<T>(rows: readonly T[], index: number, step: -1 | 1): T[] {
  const next = [...rows];
  next.splice(index + step, 0, ...next.splice(index, 1));
  return next;
}
