import { FilterTabs } from "../../ui/filter-tabs";

const tabs = [
  { value: "list", label: "List", href: "/ncr" },
  { value: "figures", label: "Figures", href: "/ncr?tab=figures" },
];

/** The tabs of /ncr, each a separate page. */
export function NcrTabs({ current }: { current: "list" | "figures" }) {
  const open = (value: string) => {
    window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/ncr");
  };
  return <FilterTabs label="Non-Conformances" tabs={tabs} current={current} onChange={open} />;
}
