import { useState } from "react";
import { errorText } from "../../../api/errors";
import type { Uploaded } from "../../../api/upload";
import { FileUpload } from "../../../domain/uploads/file-upload";
import { useQuery } from "../../../lib/state/queries";
import { useSave } from "../../../lib/state/use-save";
import { Button } from "../../../ui/button";
import { Time } from "../../../ui/time";
import type { OpenRfx } from "../detail/open-rfx";
import { Foot } from "./foot";
import type { AnswerImport } from "./types";
import { loadImports, startImport, type UnfinishedImport } from "./workbook-calls";

type Props = {
  open: OpenRfx;
  /** The import that could not be read. */
  failed: AnswerImport | null;
  foot: HTMLElement | null;
  onStarted: (started: AnswerImport) => void;
  onContinue: (importId: number) => void;
  onClose: () => void;
};

const accepted = [".xlsx", ".xls", ".ods", ".csv", ".zip"];
const megabyte = 1024 * 1024;

/** Return the error for a file that is no workbook or too large, else null. */
function refuse({ name, size }: File): string | null {
  const kind = accepted.find((end) => name.toLowerCase().endsWith(end));
  if (!kind) return "Choose an xlsx, xls, ods, csv or zip file.";
  return kind !== ".zip" && size > 10 * megabyte ? `${name} is larger than 10 MB.` : null;
}

/** Choose the file to read, or continue with an earlier one. */
export function ChooseFile({ open, failed, foot, onStarted, onContinue, onClose }: Props) {
  const [files, setFiles] = useState<Uploaded[]>([]);
  const { save, busy, failure, setFailure } = useSave({
    send: async (file: Uploaded, key) => {
      // The file is compared with the stored answers, so store the typed answers first.
      await open.answering.saving.flush();
      return startImport(open.rfx.id, file.id, key);
    },
    onSaved: onStarted,
    failureOf: errorText,
  });
  const take = (next: Uploaded[]) => {
    setFiles(next);
    setFailure("");
    if (next[0]) save(next[0]);
  };
  return (
    <>
      {failure ? (
        <div className="alert alert-danger" role="alert">
          <p>{failure}</p>
          {files[0] && (
            <Button size="sm" onClick={() => take(files)}>
              Try again
            </Button>
          )}
        </div>
      ) : failed ? (
        <div className="alert alert-danger" role="alert">
          <strong>
            <bdi>{failed.filename}</bdi>:{" "}
          </strong>
          {failed.error} Choose another file.
        </div>
      ) : (
        <p>
          Choose the workbook that you downloaded here and filled in, or a list of your own answers. To send
          files too, put the workbook and its files into one ZIP. You see all changes before anything is
          saved.
        </p>
      )}
      <FileUpload
        kind="RFXANSWER"
        multiple={false}
        accept={accepted.join()}
        maxBytes={100 * megabyte}
        refuse={refuse}
        files={files}
        onChange={take}
        disabled={busy}
      />
      <p className="field-hint" role="status">
        {busy ? "Reading..." : "xlsx, xls, ods or csv up to 10 MB, or a ZIP."}
      </p>
      <Unfinished rfxId={open.rfx.id} except={failed?.id ?? null} onContinue={onContinue} />
      <Foot foot={foot}>
        <Button onClick={onClose}>Cancel</Button>
      </Foot>
    </>
  );
}

type UnfinishedProps = {
  rfxId: number;
  except: number | null;
  onContinue: (importId: number) => void;
};

/** The files that were read and neither taken over nor discarded. Without a response the list is left out. */
function Unfinished({ rfxId, except, onContinue }: UnfinishedProps) {
  const { data } = useQuery({
    queryKey: ["answerImports", rfxId],
    queryFn: ({ signal }) => loadImports(rfxId, signal),
    staleTime: 0,
  });
  const shown = data?.imports.filter(({ id, state }) => id !== except && state !== "FAILED") ?? [];
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="unfinished-workbooks">
      <h3 id="unfinished-workbooks" className="field-label mt-3">
        Not finished
      </h3>
      <ul className="file-list">
        {shown.map((each) => (
          <li key={each.id} className="file-row">
            <span className="file-text">
              <bdi className="file-name">{each.filename}</bdi>
              <span className="file-meta">
                Read <Time value={each.created} as="dateTime" />
                {toTakeOver(each)}
              </span>
            </span>
            <Button size="sm" onClick={() => onContinue(each.id)}>
              Continue
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function toTakeOver({ state, counts }: UnfinishedImport): string {
  return state === "READY" ? `, ${counts.NEW + counts.CHANGED} to take over` : "";
}
