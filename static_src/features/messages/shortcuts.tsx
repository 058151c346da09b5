import { Icon } from "../../ui/icon";

const shortcuts = [
  { tags: "inbox", label: "Inbox / All", icon: "messages" },
  { tags: "new", label: "Inbox / New", icon: "bell" },
  { tags: "trash", label: "Deleted", icon: "delete" },
] as const;

type Props = { current: string; onChange: (tags: string) => void };

/** The three folders of threads, as links that can be copied. */
export function Shortcuts({ current, onChange }: Props) {
  return (
    <nav className="card shortcuts" aria-label="Shortcut filters">
      {shortcuts.map(({ tags, label, icon }) => (
        <a
          key={tags}
          href={tags === "inbox" ? "/messages" : `/messages?tags=${tags}`}
          aria-current={tags === current ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            onChange(tags);
          }}
        >
          <Icon name={icon} />
          {label}
        </a>
      ))}
    </nav>
  );
}
