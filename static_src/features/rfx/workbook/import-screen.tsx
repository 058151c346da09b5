import { useEffect, useEffectEvent, useRef, useState } from "react";
import { errorText, isNotFound } from "../../../api/errors";
import { emit } from "../../../lib/events";
import { useQuery, useQueryClient } from "../../../lib/state/queries";
import type { AddressMode } from "../../../lib/state/use-query-param";
import { toasts } from "../../../lib/toasts";
import { Button } from "../../../ui/button";
import { EmptyState } from "../../../ui/empty-state";
import { focusOnMount } from "../../../ui/field";
import { LoadFailed } from "../../../ui/load-more";
import { Modal } from "../../../ui/modal";
import { Skeleton } from "../../../ui/skeleton";
import { Time } from "../../../ui/time";
import { takesAnswers } from "../detail/answering/answering";
import type { OpenRfx } from "../detail/open-rfx";
import { Changes } from "./changes";
import { ChooseFile } from "./choose-file";
import { resultOf, resultText } from "./decisions";
import { Foot } from "./foot";
import { MappingForm } from "./mapping-form";
import type { AnswerImport, LeftAnswers } from "./types";
import { loadImport } from "./workbook-calls";
import "./workbook.scss";

type Props = {
  open: OpenRfx;
  /** The parameter of the address: the id of an import, or "new". */
  address: string;
  onAddress: (address: string, mode?: AddressMode) => void;
  /** Called after the answers were taken over, with those that need the viewer. */
  onLeft: (left: LeftAnswers | null) => void;
};

const pollInterval = 700;

/** The dialog that reads a filled workbook, and the view of its changes, which covers the screen. */
export function ImportScreen({ open, address, onAddress, onLeft }: Props) {
  const { id: rfxId } = open.rfx;
  const importId = /^\d+$/.test(address) ? Number(address) : null;
  const [foot, setFoot] = useState<HTMLElement | null>(null);
  const [isMapping, setMapping] = useState(false);
  const [started, setStarted] = useState<AnswerImport | null>(null);
  const client = useQueryClient();
  const queryKey = ["answerImport", rfxId, importId];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadImport(rfxId, importId ?? 0, signal),
    enabled: importId !== null,
    ...(started?.id === importId && started ? { placeholderData: started } : {}),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (isWorking(state.data) ? pollInterval : false),
  });
  const close = () => onAddress("");

  const appliedHere = useRef<number | null>(null);
  const finish = useEffectEvent(async (applied: AnswerImport) => {
    appliedHere.current = null;
    const result = resultOf(applied);
    // The page loads changed answers automatically if this request fails.
    await open.reload({ resume: true }).catch(() => {});
    emit("EVENT_LOG_CHANGED", {});
    toasts.success(resultText(result.applied, result.left.length));
    onAddress("", "replace");
    onLeft(result.left[0] ? { keys: new Set(result.left) } : null);
  });
  useEffect(() => {
    if (data?.state === "APPLYING") appliedHere.current = data.id;
    if (data?.state === "APPLIED" && appliedHere.current === data.id) finish(data);
  }, [data]);

  const show = (next: AnswerImport) => {
    setMapping(false);
    client.setQueryData(queryKey, next);
  };
  const start = (next: AnswerImport) => {
    setStarted(next);
    onAddress(String(next.id), "replace");
  };
  const view = importId === null ? "NEW" : data?.state === "READY" && isMapping ? "MAPPING" : data?.state;
  const content = () => {
    if (!takesAnswers(open.rfx)) {
      return <EmptyState icon="locked" title="This RFx no longer takes answers." />;
    }
    if (view === "NEW" || view === "FAILED") {
      return (
        <ChooseFile
          key={address}
          open={open}
          failed={view === "FAILED" ? (data ?? null) : null}
          foot={foot}
          onStarted={start}
          onContinue={(id) => onAddress(String(id), "replace")}
          onClose={close}
        />
      );
    }
    if (!data) {
      if (!error) return <Skeleton lines={6} />;
      if (!isNotFound(error)) return <LoadFailed title={errorText(error)} refetch={refetch} />;
      return (
        <EmptyState
          icon="xlsx"
          title="This workbook is no longer here."
          text="It was discarded, or it is older than 30 days."
          action={<Button onClick={() => onAddress("new", "replace")}>Read a workbook</Button>}
        />
      );
    }
    if (view === "MAPPING") {
      return (
        <MappingForm
          open={open}
          read={data}
          foot={foot}
          onRead={show}
          onDiscarded={close}
          onCancel={data.state === "READY" ? () => setMapping(false) : null}
        />
      );
    }
    if (view === "READY") {
      return (
        <Changes
          open={open}
          read={data}
          foot={foot}
          onApplied={(applying) => {
            appliedHere.current = data.id;
            show(applying);
          }}
          onMap={data.kind === "FOREIGN" ? () => setMapping(true) : null}
          onDiscarded={close}
        />
      );
    }
    if (view === "APPLIED" && appliedHere.current !== data.id) {
      return <Applied read={data} foot={foot} onClose={close} />;
    }
    return <Working read={data} foot={foot} onClose={close} />;
  };
  // A workbook opened by its address has changes to show, so the dialog has their size from the start.
  const isLoading = importId !== null && !data && !error;
  return (
    <Modal
      show
      title={isLoading ? titleOf("READY") : titleOf(view)}
      {...(isWide(view) || isLoading ? { size: "full" as const } : {})}
      onClose={close}
      footer={<div className="button-row flex-fill justify-content-end" ref={setFoot} />}
    >
      {content()}
    </Modal>
  );
}

const isWorking = (read: AnswerImport | undefined) => read?.state === "READING" || read?.state === "APPLYING";

type View = AnswerImport["state"] | "NEW" | undefined;

const isWide = (view: View) => view === "MAPPING" || view === "READY" || view === "APPLYING";

function titleOf(view: View): string {
  if (view === "MAPPING") return "Match a file of your own";
  return isWide(view) ? "What will change" : "Read a filled workbook";
}

type EndProps = { read: AnswerImport; foot: HTMLElement | null; onClose: () => void };

/** The progress of reading the file, or of taking over its answers. */
function Working({ read: { state, filename, progress }, foot, onClose }: EndProps) {
  const isReading = state === "READING";
  return (
    <div className="workbook-working">
      <p tabIndex={-1} ref={focusOnMount} className="workbook-intro">
        {isReading ? (
          <>
            Reading <bdi>{filename}</bdi>...
          </>
        ) : (
          "Taking over the answers..."
        )}
      </p>
      <progress max={100} value={progress} aria-label={isReading ? "Reading" : "Taking over"} />
      <p className="field-hint">You can close this: the work continues.</p>
      <Foot foot={foot}>
        <Button onClick={onClose}>Close</Button>
      </Foot>
    </div>
  );
}

/** The result of a workbook that was taken over earlier, for a reloaded or copied address. */
function Applied({ read, foot, onClose }: EndProps) {
  const { applied, left } = resultOf(read);
  return (
    <>
      <p tabIndex={-1} ref={focusOnMount} className="workbook-intro">
        <bdi>{read.filename}</bdi>, <Time value={read.applied} as="dateTime" />:{" "}
        {resultText(applied, left.length)}
      </p>
      <Foot foot={foot}>
        <Button variant="primary" onClick={onClose}>
          Show the answers
        </Button>
      </Foot>
    </>
  );
}
