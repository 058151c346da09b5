import { type ReactNode, useState, useSyncExternalStore } from "react";
import { request } from "../../../api/client";
import type { ApiResponse } from "../../../api/types";
import { endText } from "../../../domain/documents/validity";
import { filesOf } from "../../../domain/questionnaire/controls/files-of";
import type { FileAnswer } from "../../../domain/questionnaire/rules/types";
import type { PlacedField } from "../../../domain/questionnaire/rules/walk";
import { useAnswer } from "../../../domain/questionnaire/use-answer";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { keepPreviousData, useQuery } from "../../../lib/state/queries";
import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import type { Answering } from "../detail/answering/answering";
import type { Rfx } from "../types";
import "../detail/notes.scss";

type OfferedType = ApiResponse<"OfferedType">;
type AnswerFile = ApiResponse<"AnswerFile">;
type Props = {
  rfxId: number;
  viewerRole: Rfx["viewerRole"];
  answering: Answering;
  carried: Rfx["carried"];
  placed: PlacedField;
  children: ReactNode;
};

const loadUpload = () => import("../../../domain/documents/upload-dialog");

/**
 * Notes below a file question that asks for a type of document: the document of the own organisation that can be used,
 * what the files of the answer are, and a button that adds an uploaded file to My Documents. Guests get none of them.
 */
export function FileDocuments({ rfxId, viewerRole, answering, carried, placed, children }: Props) {
  const { key, field } = placed;
  const { value, isVisible, isWritable } = useAnswer(answering.store, key);
  const { data, refetch } = useQuery({
    queryKey: ["answerDocuments", rfxId, useSavedFiles(answering)],
    queryFn: ({ signal }) =>
      request("GET", "/api/rfx/{rfx_id}/answerDocument", {
        path: { rfx_id: rfxId },
        signal,
        toast: false,
      }),
    enabled: viewerRole !== "GUEST" && viewerRole !== "DELEGATE",
    placeholderData: keepPreviousData,
  });
  const [added, setAdded] = useState<FileAnswer | null>(null);
  const [isOpen, setOpen] = useState(false);
  const upload = useLoaded(loadUpload, added !== null);
  const offer = data?.offers.find(({ documentType }) => documentType === field.documentType);
  const files = filesOf(value);
  const canAdd = offer !== undefined && isWritable && isVisible;
  const notes = files.flatMap((file) => {
    const document = data?.files.find(({ attachmentId }) => attachmentId === file.attachmentId);
    return document ? [{ file, document }] : [];
  });

  return (
    <>
      {canAdd && files.length === 0 && !carried?.offers[key] && (
        <Offer offer={offer} placed={placed} answering={answering} />
      )}
      {notes.map(({ file, document }) =>
        document.typeName ? (
          <DocumentNote
            key={file.attachmentId}
            document={document}
            filename={files.length > 1 ? file.filename : ""}
          />
        ) : (
          canAdd && (
            <p key={file.attachmentId} className="field-note">
              <Icon name="certificate" />
              <span>
                {files.length > 1 && <bdi>{file.filename}</bdi>}{" "}
                <Button
                  size="sm"
                  aria-haspopup="dialog"
                  onClick={() => {
                    setAdded(file);
                    setOpen(true);
                  }}
                >
                  Add to My Documents...<span className="visually-hidden"> {file.filename}</span>
                </Button>
              </span>
            </p>
          )
        ),
      )}
      {added && upload && offer && (
        <upload.UploadDialog
          key={added.attachmentId}
          show={isOpen}
          types={[offer.type]}
          file={{ ...added, id: added.attachmentId }}
          requirement={offer.requirement}
          replaces={null}
          onClose={() => setOpen(false)}
          onSaved={refetch}
        />
      )}
      {children}
    </>
  );
}

type OfferProps = { offer: OfferedType; placed: PlacedField; answering: Answering };

/** The own document of the type, with a button that attaches its file. A document that has ended is only mentioned. */
function Offer({ offer: { type, document }, placed: { key, field }, answering: { store } }: OfferProps) {
  const { date } = useDates();
  const file = document?.attachment;
  if (!document || !file) return null;
  const name = [type.name, document.number].filter(Boolean).join(" ");
  if (document.hasEnded && document.validUntil)
    return (
      <p className="field-note field-note-wait">
        <Icon name="expired" />
        <span>
          <bdi>{name}</bdi> in My Documents ended on {date(document.validUntil)}. Upload a newer one.
        </span>
      </p>
    );
  return (
    <p className="field-note field-note-reuse">
      <Icon name="certificate" />
      <span>
        <bdi>{name}</bdi> is in My Documents.{" "}
        <Button
          size="sm"
          onClick={() => {
            const { id: attachmentId, filename, size, contentType } = file;
            store.set(key, [{ attachmentId, filename, size, contentType }]);
            store.leave(key);
          }}
        >
          Use the one you have ({endText(document.validUntil, date)})
          <span className="visually-hidden">: {field.label}</span>
        </Button>
      </span>
    </p>
  );
}

/** The type and the end of a file that is a document, in red after its end. */
function DocumentNote({ document, filename }: { document: AnswerFile; filename: string }) {
  const { date, daysLeft } = useDates();
  const { typeName, validUntil } = document;
  const hasEnded = validUntil !== null && (daysLeft(validUntil) ?? 0) < 0;
  return (
    <p className={hasEnded ? "field-note field-note-bad" : "field-note"}>
      <Icon name={hasEnded ? "expired" : "certificate"} />
      <span>
        {filename && (
          <>
            <bdi>{filename}</bdi>:{" "}
          </>
        )}
        {typeName}, {hasEnded ? `ended on ${date(validUntil)}` : endText(validUntil, date)}
      </span>
    </p>
  );
}

/** Return the files of the questions that ask for a document, as text. It changes once all answers are saved. */
function useSavedFiles({ fields, store, saving }: Answering): string {
  const unsent = () => saving.snapshot().unsent;
  const isSaved = useSyncExternalStore(saving.subscribe, unsent, unsent) === 0;
  const files = fields
    .filter(({ field }) => field.documentType)
    .flatMap(({ key }) => filesOf(store.get(key).value).map(({ attachmentId }) => attachmentId))
    .join();
  const [saved, setSaved] = useState(files);
  if (isSaved && saved !== files) setSaved(files);
  return saved;
}
