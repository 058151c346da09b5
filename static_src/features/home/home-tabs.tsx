import { FilterTabs } from "../../ui/filter-tabs";

const tabs = [
  { value: "overview", label: "Overview", href: "/home" },
  { value: "due", label: "Due", href: "/home?tab=due" },
];

/** The tabs of /home, each a separate page. */
export function HomeTabs({ current }: { current: "overview" | "due" }) {
  const open = (value: string) => {
    window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/home");
  };
  return <FilterTabs label="Home" tabs={tabs} current={current} onChange={open} />;
}
