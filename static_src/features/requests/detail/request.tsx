import { Crumbs, PageHeader } from "../../../ui/page-header";
import { type Tab, Tabs } from "../../../ui/tabs";
import type { RfxRequest } from "../types";
import { ProgressTab } from "./progress-tab";
import { RequestActions } from "./request-actions";
import { SendingState } from "./sending-state";
import { useRequest } from "./use-request";

/** Screen /rfx/request/{id}: one request to any number of suppliers. */
export default function RequestDetail({ request: first }: { request: RfxRequest }) {
  const { request, reload } = useRequest(first);
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
        actions={<RequestActions request={request} onChange={reload} />}
      />
      <SendingState request={request} />
      <Tabs label="Request" tabs={tabs} />
    </>
  );
}
