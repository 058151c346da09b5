import { FilterTabs } from "../../ui/filter-tabs";

const tabs = [
  { value: "", label: "All", href: "/rfx" },
  { value: "sent", label: "Sent", href: "/rfx?direction=sent" },
  { value: "received", label: "Received", href: "/rfx?direction=received" },
  { value: "requests", label: "Requests", href: "/rfx?tab=requests" },
];

type Props = {
  /** A direction, or `requests`. */
  current: string;
  /** Called on another direction, by the list of RFxs; the list of requests is another page. */
  onDirection?: (direction: string) => void;
};

/** The tabs of /rfx: RFxs by direction, and requests. */
export function RfxTabs({ current, onDirection }: Props) {
  const open = (value: string) => {
    if (onDirection && value !== "requests") onDirection(value);
    else window.location.assign(tabs.find((tab) => tab.value === value)?.href ?? "/rfx");
  };
  return <FilterTabs label="Direction" tabs={tabs} current={current} onChange={open} />;
}
