import { useEffect, useState } from "react";
import { request } from "../../../../api/client";
import { errorText } from "../../../../api/errors";
import { loadPdf } from "../../../../api/load-pdf";
import { Button } from "../../../../ui/button";
import { EmptyState } from "../../../../ui/empty-state";
import type { FormSession } from "../session";
import type { PreviewSaving } from "./preview-saving";
import "./preview.scss";

const pollInterval = 500;

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Request the PDF from the worker, poll until it is done, and return its object URL; null if it is no longer needed.
 */
async function createPdf(formId: number, isCurrent: () => boolean): Promise<string | null> {
  const { id } = await request("POST", "/api/docForm/{form_id}/previewPdf", {
    path: { form_id: formId },
    body: {},
    toast: false,
  });
  while (isCurrent()) {
    const { status, url } = await request("GET", "/api/export/{export_id}", {
      path: { export_id: id },
      toast: false,
    });
    if (status === "FAILED") throw new Error("The PDF could not be made.");
    if (status === "DONE" && url) return loadPdf(url as string);
    await delay(pollInterval);
  }
  return null;
}

/** PDF of the saved form with the preview values, embedded in the page. */
export function PreviewPdf({ session, saving }: { session: FormSession; saving: PreviewSaving }) {
  const [address, setAddress] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt creates a new PDF
  useEffect(() => {
    let isCurrent = true;
    let objectUrl: string | null = null;
    const load = async () => {
      await session.saving.flush();
      await saving.flush();
      objectUrl = await createPdf(session.saving.snapshot().form.id, () => isCurrent);
      if (isCurrent) setAddress(objectUrl);
    };
    setAddress(null);
    setFailure(null);
    load().catch((error: unknown) => {
      if (isCurrent) setFailure(error instanceof Error ? error.message : errorText(error));
    });
    return () => {
      isCurrent = false;
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [session, saving, attempt]);

  if (failure !== null) {
    return (
      <EmptyState
        icon="pdf"
        title={failure}
        action={<Button onClick={() => setAttempt(attempt + 1)}>Try again</Button>}
      />
    );
  }
  if (!address) {
    return (
      <div className="form-pdf-waiting" role="status">
        <span className="spinner-border" aria-hidden="true" /> Making the PDF...
      </div>
    );
  }
  return (
    <div className="form-pdf">
      <iframe src={address} title="The form as PDF" />
      <p className="form-pdf-links small-text">
        <a href={address} target="_blank" rel="noopener">
          Open the PDF in a tab of its own
        </a>
      </p>
    </div>
  );
}
