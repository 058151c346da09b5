import { useEffect, useState } from "react";
import { loadPdf } from "../../api/load-pdf";
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
  const [attempt, setAttempt] = useState(0);
  const isPdf = file.contentType === "application/pdf";
  return (
    <div className="document-file">
      {isPdf && !isPhone && (
        <Pdf key={`${file.id}.${attempt}`} file={file} onRetry={() => setAttempt(attempt + 1)} />
      )}
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

type PdfProps = { file: File; onRetry: () => void };

/** A PDF, embedded in the page. */
function Pdf({ file: { id, filename }, onRetry }: PdfProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    let objectUrl: string | null = null;
    loadPdf(`/files/${id}`, abort.signal).then(
      (loaded) => {
        objectUrl = loaded;
        if (abort.signal.aborted) URL.revokeObjectURL(loaded);
        else setAddress(loaded);
      },
      () => {
        if (!abort.signal.aborted) setBroken(true);
      },
    );
    return () => {
      abort.abort();
      if (objectUrl) URL.revokeObjectURL(objectUrl);
    };
  }, [id]);

  if (isBroken) return <LoadFailed title="The file could not be loaded." refetch={onRetry} />;
  if (address) return <iframe src={address} title={filename} />;
  return (
    <div className="document-file-waiting" role="status" aria-label="Loading the file">
      <span className="spinner-border" aria-hidden="true" />
    </div>
  );
}
