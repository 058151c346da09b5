import { useLoaded } from "../../../lib/browser/use-loaded";
import { Crumbs, PageHeader } from "../../../ui/page-header";
import { Skeleton } from "../../../ui/skeleton";
import { type Tab, Tabs } from "../../../ui/tabs";
import type { RfxRequest } from "../types";
import { ProgressTab } from "./progress-tab";

const loadComparison = () => import("../comparison/comparison-tab");

/** Screen /rfx/request/{id}: one request to any number of suppliers. */
export default function RequestDetail({ request }: { request: RfxRequest }) {
  const tabs: Tab[] = [
    { key: "progress", label: "Progress", content: () => <ProgressTab request={request} /> },
    { key: "comparison", label: "Comparison", content: () => <LazyComparison request={request} /> },
  ];
  return (
    <>
      <PageHeader
        above={
          <Crumbs items={[{ label: "Requests", href: "/rfx?tab=requests" }, { label: request.title }]} />
        }
        title={request.title}
      />
      <Tabs label="Request" tabs={tabs} />
    </>
  );
}

function LazyComparison({ request }: { request: RfxRequest }) {
  const module = useLoaded(loadComparison);
  return module ? <module.ComparisonTab request={request} /> : <Skeleton lines={12} long />;
}
