import { FilterTabs } from "../../ui/filter-tabs";

const tabs = [
  { value: "", label: "All", href: "/rfx" },
  { value: "sent", label: "Sent", href: "/rfx?direction=sent" },
  { value: "received", label: "Received", href: "/rfx?direction=received" },
  { value: "requests", label: "Requests", href: "/rfx?tab=requests" },
  { value: "schedules", label: "Schedules", href: "/rfx?tab=schedules" },
];

type Props = {
  /** A direction, `requests` or `schedules`. */
  current: string;
  /** Called on another direction, by the list of RFxs; the other lists are separate pages. */
  onDirection?: (direction: string) => void;
};

/** The tabs of /rfx: RFxs by direction, requests, and schedules. */
export function RfxTabs({ current, onDirection }: Props) {
  const open = (value: string) => {
    const href = tabs.find((tab) => tab.value === value)?.href ?? "/rfx";
    if (onDirection && !href.includes("tab=")) onDirection(value);
    else window.location.assign(href);
  };
  return <FilterTabs label="Direction" tabs={tabs} current={current} onChange={open} />;
}
