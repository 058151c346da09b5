import { useEffect, useState } from "react";
import { request } from "../../api/client";
import type { ApiResponse } from "../../api/types";

/** The details that the server found in an uploaded file. They are proposals. */
export type FoundDetails = ApiResponse<"DocumentReading">;

/** Milliseconds between questions for the result. */
const interval = 1_000;
const maxAttempts = 20;

/** Have the server read an uploaded file. Returns the details that it found; null before, and for a file without text. */
export function useReading(attachmentId: number | undefined): FoundDetails | null {
  const [read, setRead] = useState<{ id: number; details: FoundDetails } | null>(null);
  useEffect(() => {
    if (attachmentId === undefined) return;
    const abort = new AbortController();
    readFile(attachmentId, abort.signal).then(
      (details) => {
        if (!abort.signal.aborted) setRead({ id: attachmentId, details });
      },
      // Without proposals the user types the dates.
      () => {},
    );
    return () => abort.abort();
  }, [attachmentId]);
  return read && read.id === attachmentId ? read.details : null;
}

async function readFile(attachmentId: number, signal: AbortSignal): Promise<FoundDetails> {
  const options = { path: { attachment_id: attachmentId }, signal, toast: false };
  let reading = await request("PUT", "/api/documentReading/{attachment_id}", options);
  for (let attempt = 0; !reading.isFinished && attempt < maxAttempts; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, interval));
    if (signal.aborted) break;
    reading = await request("GET", "/api/documentReading/{attachment_id}", options);
  }
  return reading;
}
