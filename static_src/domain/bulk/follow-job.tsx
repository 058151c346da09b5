import { useSyncExternalStore } from "react";
import { request, requestQuietly } from "../../api/client";
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
 * the finished job, or null if the user can no longer see it. `onEnd` is called then, and again after an undo.
 */
export async function followJob(jobId: number, onEnd?: () => void): Promise<BulkJob | null> {
  setOpenBulkJob(jobId);
  let toast: number | null = null;
  let failures = 0;
  for (;;) {
    const job = await readJob(jobId).catch(() => "failed" as const);
    if (job === null) break;
    failures = job === "failed" ? failures + 1 : 0;
    if (job !== "failed") {
      if (!isOpen(job)) {
        end(job, toast, onEnd);
        onEnd?.();
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

function end(job: BulkJob, toast: number | null, onEnd?: () => void): void {
  if (toast !== null) toasts.dismiss(toast);
  setOpenBulkJob(null);
  const text = resultText(job);
  const undo = job.canUndo ? { label: "Undo", run: () => undoJob(job.id, onEnd) } : undefined;
  if (troubles(job) > 0) toasts.info(text, show(job.id));
  else toasts.success(text, show(job.id), undo);
}

/** Undo a job that has just ended. Its page asks first, because there the change may be a day old. */
async function undoJob(jobId: number, onEnd?: () => void): Promise<void> {
  try {
    await request("POST", "/api/bulk/{bulk_job_id}/undo", { path: { bulk_job_id: jobId } });
  } catch {
    // The API client shows the error in a toast.
    return;
  }
  await followJob(jobId, onEnd);
}

/** Wait, and until the page is visible again: a hidden page does not poll. */
async function pause(duration: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, duration));
  if (!document.hidden) return;
  await new Promise((resolve) => document.addEventListener("visibilitychange", resolve, { once: true }));
}
