import { fetchModule } from "../../lib/browser/fetch-module";
import { openBulkJob } from "../../lib/state/open-bulk-job";
import { showLoadError } from "../../lib/toasts";

/** Continue to show the progress of a bulk job that an earlier page of this tab has started. The page of the job shows its progress itself. */
export function followOpenJob(): void {
  const jobId = openBulkJob();
  if (jobId === null || window.location.pathname === `/bulk/${jobId}`) return;
  fetchModule(() => import("../../domain/bulk/follow-job")).then(
    ({ followJob }) => followJob(jobId),
    showLoadError,
  );
}
