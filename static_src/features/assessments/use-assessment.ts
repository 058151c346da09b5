import { useEffect, useRef, useState } from "react";
import { saveExport } from "../../domain/save-export";
import { emit, useBrowserEvent } from "../../lib/events";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { toasts } from "../../lib/toasts";
import { useOfflineError } from "../../ui/offline-alert";
import { closeAssessment, ignoreRfx, loadAssessment, sendReminders, startReport } from "./assessment-calls";
import type { Assessment } from "./types";

/** What is under way: one thing at a time, and of removing and reminding which row. */
export type Busy = "close" | "report" | "remind" | `rfx-${number}` | null;

/** The assessment as it came with the page, and as it is after each change; and what can be done with it. */
export function useAssessment(loaded: Assessment) {
  const client = useQueryClient();
  const queryKey = ["assessment", loaded.id];
  const { data: assessment } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadAssessment(loaded.id, signal),
    initialData: loaded,
  });
  const [busy, setBusy] = useState<Busy>(null);
  const [offlineError, setOfflineError] = useOfflineError();
  const mounted = useMounted();
  const refresh = () => client.invalidateQueries({ queryKey });
  useBrowserEvent("RFX_CHANGED", refresh);

  const changed = (next: Assessment) => {
    client.setQueryData(queryKey, next);
    emit("ASSESSMENT_CHANGED", { id: next.id });
    emit("EVENT_LOG_CHANGED", { relationshipId: next.relationship.id });
  };
  /** Do one thing, saying `doing` meanwhile, and say that it is done; what goes wrong has been said by the client. */
  const act = async (what: Busy, doing: string, action: () => Promise<void>) => {
    if (busy) return;
    setBusy(what);
    setOfflineError(null);
    const told = toasts.info(doing);
    try {
      await action();
      toasts.dismissRead(told);
    } catch (error) {
      toasts.dismiss(told);
      setOfflineError(error);
      refresh();
    } finally {
      setBusy(null);
    }
  };

  return {
    assessment,
    busy,
    offlineError,
    changed,
    /** Load it anew: what was asked for was refused, as what is shown here may be outdated. */
    refresh,
    /** Throws ApiError: the dialog that asks for it stays open then. */
    close: async () => {
      setBusy("close");
      try {
        changed(await closeAssessment(assessment.id));
      } catch (error) {
        refresh();
        throw error;
      } finally {
        setBusy(null);
      }
      toasts.success("Assessment closed ok.");
    },
    download: () =>
      act("report", "Preparing report. Download will begin shortly...", async () => {
        const { id } = await startReport(assessment.id);
        await saveExport({ exportId: id, wanted: () => mounted.current });
      }),
    remind: (rfxId?: number) =>
      act(rfxId ? `rfx-${rfxId}` : "remind", "Sending reminders...", async () => {
        await sendReminders(assessment.id, rfxId ? [rfxId] : []);
        await refresh();
        toasts.success("Reminders sent ok.");
      }),
    setIgnored: (rfxId: number, ignored: boolean) =>
      act(`rfx-${rfxId}`, "Updating Rfx...", async () => {
        await ignoreRfx(rfxId, ignored);
        await refresh();
        emit("ASSESSMENT_CHANGED", { id: assessment.id });
        toasts.success(ignored ? "Rfx removed (hidden)" : "Rfx restored ok");
      }),
  };
}

/** What a dialog says that a colleague's closing has made useless, with what was filled in still there; else nothing. */
export function closedMeanwhile({ status }: Assessment): string {
  return status === "COMPLETED"
    ? "This assessment was closed meanwhile: nothing of it can be changed any more."
    : "";
}

export type OpenAssessment = ReturnType<typeof useAssessment>;

function useMounted() {
  const mounted = useRef(true);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return mounted;
}
