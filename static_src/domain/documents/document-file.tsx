import { useEffect, useState } from "react";
import type { ApiResponse } from "../../api/types";
import { phone, useMedia } from "../../lib/browser/use-media";
import { formatBytes } from "../../lib/text/bytes";
import { ButtonLink } from "../../ui/button";
import { FileText } from "../../ui/file-text";
import { LoadFailed } from "../../ui/load-more";
import "./documents.scss";

type File = ApiResponse<"Attachment">;

/** The file of a document: a PDF embedded in the page, or a picture. Phones, which can't embed PDFs, get a link. */
export function DocumentFile({ file }: { file: File }) {
  const isPhone = useMedia(phone);
  const isPdf = file.contentType === "application/pdf";
  return (
    <div className="document-file">
      {isPdf && !isPhone && <Pdf key={file.id} file={file} />}
      {file.previewUrl && <img src={file.previewUrl} alt={file.filename} />}
      {isPdf && isPhone ? (
        <ButtonLink icon="pdf" href={`/files/${file.id}`} target="_blank" rel="noopener">
          Open {file.filename}
        </ButtonLink>
      ) : (
        <p className="document-file-name">
          <FileText name={file.filename} meta={formatBytes(file.size)} href={`/files/${file.id}`} />
        </p>
      )}
    </div>
  );
}

/**
 * A PDF as an object URL: browsers do not show PDFs under the sandbox of the file's own address, which keeps uploads from
 * running in our pages.
 */
function Pdf({ file: { id, filename } }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads the file again
  useEffect(() => {
    const abort = new AbortController();
    let objectUrl: string | null = null;
    const load = async () => {
      // biome-ignore lint/style/noRestrictedGlobals: the bytes of a file, not an endpoint with a schema
      const response = await fetch(`/files/${id}`, { credentials: "same-origin", signal: abort.signal });
      if (!response.ok) throw new Error("The file could not be loaded.");
      const bytes = await response.blob();
      if (abort.signal.aborted) return;
      objectUrl = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
      setAddress(objectUrl);
    };
    setAddress(null);
    setBroken(false);
    load().catch(() => {
      if (!abort.signal.aborted) setBroken(true);
    });
    return () => {
      abort.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [id, attempt]);

  if (isBroken) {
    return <LoadFailed title="The file could not be loaded." refetch={() => setAttempt(attempt + 1)} />;
  }
  if (address) return <iframe src={address} title={filename} />;
  return (
    <div className="document-file-waiting" role="status" aria-label="Loading the file">
      <span className="spinner-border" aria-hidden="true" />
    </div>
  );
}
