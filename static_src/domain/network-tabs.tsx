import { FilterTabs } from "../ui/filter-tabs";

const tabs = [
  { value: "suppliers", label: "Suppliers", href: "/organisations" },
  { value: "documents", label: "Documents", href: "/organisations?tab=documents" },
];

/** The tabs of /organisations, each a separate page. */
export function NetworkTabs({ current }: { current: "suppliers" | "documents" }) {
  const open = (value: string) => {
    window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/organisations");
  };
  return <FilterTabs label="Network" tabs={tabs} current={current} onChange={open} />;
}
