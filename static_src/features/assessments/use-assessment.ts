import { useEffect, useRef } from "react";
import { emit, useBrowserEvent } from "../../lib/events";
import { saveExport } from "../../lib/save-export";
import { useQuery, useQueryClient } from "../../lib/state/queries";
import { useSave } from "../../lib/state/use-save";
import { toasts } from "../../lib/toasts";
import {
  closeAssessment,
  ignoreRfx,
  loadAssessment,
  type ReportAudience,
  sendReminders,
  startReport,
} from "./assessment-calls";
import type { Assessment } from "./types";

/** The running action; removing and reminding name the row. */
type Busy = "close" | "report" | "supplierReport" | "remind" | `rfx-${number}` | null;

type Action = { name: NonNullable<Busy>; progress: string; run: () => Promise<void> };

/** The assessment of the page, updated after each change, with its actions. Only one action runs at a time. */
export function useAssessment(loaded: Assessment) {
  const client = useQueryClient();
  const queryKey = ["assessment", loaded.id];
  const { data: assessment } = useQuery({
    queryKey,
    queryFn: ({ signal }) => loadAssessment(loaded.id, signal),
    initialData: loaded,
  });
  const mounted = useMounted();
  const refresh = () => client.invalidateQueries({ queryKey });
  useBrowserEvent("RFX_CHANGED", refresh);

  const changed = (next: Assessment) => {
    client.setQueryData(queryKey, next);
    emit("ASSESSMENT_CHANGED", { id: next.id });
    emit("EVENT_LOG_CHANGED", { relationshipId: next.relationship.id });
  };
  const action = useSave({
    progress: ({ progress }: Action) => progress,
    send: ({ run }: Action) => run(),
    onError: () => {
      refresh();
    },
  });
  const closing = useSave({
    send: () => closeAssessment(assessment.id),
    success: "Assessment closed ok.",
    onSaved: changed,
    onError: () => {
      refresh();
    },
  });

  return {
    assessment,
    busy: closing.busy ? ("close" as const) : (action.current?.name ?? null),
    offlineError: action.failure,
    changed,
    /** Load the assessment again after an error response, because the page may be outdated. */
    refresh,
    /** Throws ApiError; then the dialog stays open. */
    close: () => closing.saveAsync(),
    download: (audience: ReportAudience = "INTERNAL") =>
      action.save({
        name: audience === "SUPPLIER" ? "supplierReport" : "report",
        progress: "Preparing report. Download will begin shortly...",
        run: async () => {
          const { id } = await startReport(assessment.id, audience);
          await saveExport({ exportId: id, wanted: () => mounted.current });
        },
      }),
    remind: (rfxId?: number) =>
      action.save({
        name: rfxId ? `rfx-${rfxId}` : "remind",
        progress: "Sending reminders...",
        run: async () => {
          await sendReminders(assessment.id, rfxId ? [rfxId] : []);
          await refresh();
          toasts.success("Reminders sent ok.");
        },
      }),
    setIgnored: (rfxId: number, ignored: boolean) =>
      action.save({
        name: `rfx-${rfxId}`,
        progress: "Updating Rfx...",
        run: async () => {
          await ignoreRfx(rfxId, ignored);
          await refresh();
          emit("ASSESSMENT_CHANGED", { id: assessment.id });
          toasts.success(ignored ? "Rfx removed (hidden)" : "Rfx restored ok");
        },
      }),
  };
}

/** Return the failure for a dialog of an assessment that a colleague has closed meanwhile, or "" while it is open. */
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
