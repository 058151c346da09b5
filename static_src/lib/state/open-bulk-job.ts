const key = "assay.bulkJob";

/** Return the id of the bulk job whose progress this tab shows on each page, or null. */
export function openBulkJob(): number | null {
  try {
    return Number(sessionStorage.getItem(key)) || null;
  } catch {
    return null;
  }
}

/** Remember the job that this tab follows; null for none. */
export function setOpenBulkJob(jobId: number | null): void {
  try {
    if (jobId === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, String(jobId));
  } catch {
    // Without storage the progress is shown on this page only.
  }
}
