import { FilterTabs } from "../ui/filter-tabs";

type TabName = "keys" | "webhooks";

const tabs: readonly { value: TabName; label: string; href: string }[] = [
  { value: "keys", label: "API keys", href: "/setup/integrations" },
  { value: "webhooks", label: "Webhooks", href: "/setup/integrations/webhooks" },
];

/** The tabs of /setup/integrations, each a separate page. */
export function IntegrationsTabs({ current }: { current: TabName }) {
  const open = (value: string) => {
    window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/setup/integrations");
  };
  return <FilterTabs label="Integrations" tabs={tabs} current={current} onChange={open} />;
}
