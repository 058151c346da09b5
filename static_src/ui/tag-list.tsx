import { Icon } from "./icon";

type Tag = string | { id: number; name: string };

const nameOf = (tag: Tag) => (typeof tag === "string" ? tag : tag.name);

/** Tags to read. */
export function TagList({ tags, label = "Tags" }: { tags: readonly Tag[]; label?: string }) {
  if (tags.length === 0) return null;
  return (
    <ul className="tag-list" aria-label={label}>
      {tags.map((tag) => (
        <li key={nameOf(tag)} className="tag">
          {nameOf(tag)}
        </li>
      ))}
    </ul>
  );
}

/** One tag inside an input, with its remove button where it may be removed. */
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
