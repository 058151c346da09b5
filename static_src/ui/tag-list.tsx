import { Icon } from "./icon";

type Tag = string | { id: number; name: string };

const nameOf = (tag: Tag) => (typeof tag === "string" ? tag : tag.name);

type Props = {
  tags: readonly Tag[];
  label?: string;
  /** The maximum number of tags to show; the rest is counted ('and 3 more'). */
  most?: number;
};

/** Tags to read. */
export function TagList({ tags: all, label = "Tags", most = Number.POSITIVE_INFINITY }: Props) {
  if (all.length === 0) return null;
  const tags = all.length > most ? all.slice(0, most) : all;
  return (
    <ul className="tag-list" aria-label={label}>
      {tags.map((tag) => (
        <li key={nameOf(tag)} className="tag">
          {nameOf(tag)}
        </li>
      ))}
      {all.length > tags.length && <li className="cell-sub">and {all.length - tags.length} more</li>}
    </ul>
  );
}

/** A tag inside an input; with `onRemove` it has a remove button. */
export function RemovableTag({ label, onRemove }: { label: string; onRemove: (() => void) | undefined }) {
  return (
    <span className="tag">
      {label}
      {onRemove && (
        <button type="button" className="tag-remove" aria-label={`Remove ${label}`} onClick={onRemove}>
          <Icon name="remove" />
        </button>
      )}
    </span>
  );
}
