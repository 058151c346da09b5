import { useSyncExternalStore } from "react";
import { requestQuietly } from "../../api/client";
import { setOpenBulkJob } from "../../lib/state/open-bulk-job";
import { toasts } from "../../lib/toasts";
import { type BulkJob, isOpen, percentOf, resultText, troubles } from "./bulk";

const interval = 1_000;
const longestInterval = 30_000;

export const jobAddress = (jobId: number) => `/bulk/${jobId}`;

const show = (jobId: number) => ({
  label: "Show",
  run: () => window.location.assign(jobAddress(jobId)),
});

/** The progress of the followed job, of which a user has one at a time. */
let percent = 0;
const listeners = new Set<() => void>();

function setPercent(next: number): void {
  percent = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Hidden from screen readers, which would announce each step. */
function Progress() {
  const value = useSyncExternalStore(subscribe, () => percent);
  return <progress aria-hidden="true" max={100} value={value} />;
}

/**
 * Show the progress of a job in a toast until it ends, on this page and the following ones of this tab. Resolves with
 * the finished job, or null if the user can no longer see it.
 */
export async function followJob(jobId: number): Promise<BulkJob | null> {
  setOpenBulkJob(jobId);
  let toast: number | null = null;
  let failures = 0;
  for (;;) {
    const job = await readJob(jobId).catch(() => "failed" as const);
    if (job === null) break;
    failures = job === "failed" ? failures + 1 : 0;
    if (job !== "failed") {
      if (!isOpen(job)) {
        end(job, toast);
        return job;
      }
      setPercent(percentOf(job));
      toast ??= toasts.info(
        job.state === "UNDOING" ? `Undo: ${job.title}` : job.title,
        show(jobId),
        <Progress />,
      );
    }
    await pause(Math.min(interval * 2 ** failures, longestInterval));
  }
  if (toast !== null) toasts.dismiss(toast);
  setOpenBulkJob(null);
  return null;
}

/** Read a job; null if it is not there or the user is signed out. Throws ApiError without a connection. */
async function readJob(jobId: number): Promise<BulkJob | null> {
  const response = await requestQuietly("/api/bulk/{bulk_job_id}", { path: { bulk_job_id: jobId } });
  if ([401, 403, 404].includes(response.status)) return null;
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as BulkJob;
}

function end(job: BulkJob, toast: number | null): void {
  if (toast !== null) toasts.dismiss(toast);
  setOpenBulkJob(null);
  const text = resultText(job);
  if (troubles(job) > 0) toasts.info(text, show(job.id));
  else toasts.success(text, show(job.id));
}

/** Wait, and until the page is visible again: a hidden page does not poll. */
async function pause(duration: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, duration));
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
