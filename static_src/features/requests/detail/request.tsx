import { Crumbs, PageHeader } from "../../../ui/page-header";
import { type Tab, Tabs } from "../../../ui/tabs";
import type { RfxRequest } from "../types";
import { ProgressTab } from "./progress-tab";

/** Screen /rfx/request/{id}: one request to any number of suppliers. */
export default function RequestDetail({ request }: { request: RfxRequest }) {
  const tabs: Tab[] = [
    { key: "progress", label: "Progress", content: () => <ProgressTab request={request} /> },
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
