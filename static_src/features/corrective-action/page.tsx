import { DownloadButton } from "../../domain/download-button";
import { downloadNcr } from "../../domain/ncr/report-calls";
import { LatePart } from "../../lib/browser/late-part";
import { usePageContext } from "../../lib/browser/page-context";
import { StatusBadge } from "../../ui/badge";
import { BackLink, PageHeader } from "../../ui/page-header";
import { loadScreen } from "./load-screen";
import type { CorrectiveAction } from "./types";

type Props = { action: CorrectiveAction };

/** Screen /ncr/{id}/correctiveAction: the corrective action of a non-conformance, for both parties. */
export default function CorrectiveActionPage({ action }: Props) {
  const { user, organisation } = usePageContext();
  const other = organisation?.id === action.requester.id ? action.supplier : action.requester;
  return (
    <>
      <PageHeader
        above={<BackLink href={`/ncr/${action.ncr.id}`}>Non-conformance #{action.ncr.id}</BackLink>}
        title={<bdi>{action.ncr.title}</bdi>}
        badges={<StatusBadge info={action.stateInfo} />}
        sub={`Corrective action with ${other.name}`}
        actions={
          <DownloadButton icon="pdf" download={() => downloadNcr(action.ncr.id, "8d")}>
            {action.method === "EIGHT_D" ? "8D report" : "Report"}
          </DownloadButton>
        }
      />
      <LatePart load={loadScreen}>
        {(part) => (
          <part.ActionScreen first={action} scope={`user-${user?.id ?? 0}.correctiveAction-${action.id}`} />
        )}
      </LatePart>
    </>
  );
}
