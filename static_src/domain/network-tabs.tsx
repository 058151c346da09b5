import { usePermission } from "../lib/browser/page-context";
import { FilterTabs } from "../ui/filter-tabs";

type TabName = "suppliers" | "documents" | "duplicates";

const tabs: readonly { value: TabName; label: string; href: string }[] = [
  { value: "suppliers", label: "Suppliers", href: "/organisations" },
  { value: "documents", label: "Documents", href: "/organisations?tab=documents" },
  { value: "duplicates", label: "Duplicates", href: "/organisations?tab=duplicates" },
];

/** The tabs of /organisations, each a separate page. Only users who can merge suppliers see duplicates. */
export function NetworkTabs({ current }: { current: TabName }) {
  const mayMerge = usePermission("MANAGE_RELATIONSHIPS");
  const open = (value: string) => {
    window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/organisations");
  };
  return (
    <FilterTabs
      label="Network"
      tabs={tabs.filter(({ value }) => value !== "duplicates" || mayMerge)}
      current={current}
      onChange={open}
    />
  );
}
