import { FilterTabs } from "../../ui/filter-tabs";

const tabs = [
  { value: "inbox", label: "Inbox / All", href: "/messages", icon: "messages" },
  { value: "new", label: "Inbox / New", href: "/messages?tags=new", icon: "bell" },
  { value: "trash", label: "Deleted", href: "/messages?tags=trash", icon: "delete" },
] as const;

type Props = { current: string; onChange: (tags: string) => void };

/** The three folders of threads. */
export function Shortcuts(props: Props) {
  return <FilterTabs label="Shortcut filters" tabs={tabs} {...props} />;
}
