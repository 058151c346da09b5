import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { isOffline } from "../../../api/errors";
import { fetchModule } from "../../../lib/browser/fetch-module";
import { emit, useBrowserEvent } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import { LiveRfx } from "../live/live-rfx";
import { keyOfTask } from "../tasks";
import type { Rfx, RfxState, SaveResult } from "../types";
import { Answering, percentDone, takesAnswers } from "./answering/answering";
import type { OpenRfx } from "./open-rfx";
import * as calls from "./rfx-calls";

export function useRfx(loaded: Rfx, scope: string): OpenRfx {
  const [rfx, setRfx] = useState(loaded);
  const [submitting, setSubmitting] = useState(false);
  const [faults, setFaults] = useState<OpenRfx["faults"]>({});
  const signature = useRef<string | null>(null);
  const saved = useRef<(result: SaveResult) => void>(() => {});
  const [answering] = useState(() => new Answering(loaded, scope, (result) => saved.current(result)));
  const key = useRef("");
  const { id } = rfx;

  const apply = useCallback((changes: Partial<Rfx>) => setRfx((now) => ({ ...now, ...changes })), []);
  const [live] = useState(() => new LiveRfx({ rfx: loaded, answering, onLoaded: apply }));

  useEffect(() => answering.saving.start(), [answering]);
  useEffect(() => live.start(), [live]);

  const reload = useCallback(
    async (options = { resume: false }) => {
      const state = await calls.loadState(id);
      answering.apply(state, options);
      live.loaded(state);
      apply(state);
    },
    [id, answering, live, apply],
  );

  const moved = useCallback(
    (changes: Partial<Rfx>) => {
      if (isState(changes)) {
        answering.apply(changes, { resume: true });
        live.loaded(changes);
      }
      apply(changes);
      emit("RFX_CHANGED", { id });
      emit("EVENT_LOG_CHANGED", {});
      emit("MESSAGES_CHANGED", {});
    },
    [id, answering, live, apply],
  );

  const running = useRef<Promise<void> | null>(null);
  // The button and a signature can both submit; a second call returns the running submission.
  const submit = useCallback(() => {
    setSubmitting(true);
    running.current ??= fetchModule(() => import("./moves/move-modals"))
      .then(({ submitResponse }) =>
        submitResponse({ id, answering, key, moved, reload, onFaults: setFaults }),
      )
      .finally(() => {
        running.current = null;
        setSubmitting(false);
      });
    return running.current;
  }, [id, answering, moved, reload]);

  useEffect(() => {
    saved.current = (result) => {
      live.saved(result);
      answering.saved(result);
      setRfx((now) => afterSave(now, result));
      if (answersTask(rfx, result))
        calls.loadState(id).then(
          ({ tasks }) => apply({ tasks }),
          () => {},
        );
      const key = signature.current;
      if (!key || !(result.saved[key] || result.refused[key] || result.conflicts[key])) return;
      signature.current = null;
      // A countersignature submits nothing, and it cannot be changed after it was saved.
      if (rfx.status === "COMPLETED") return void reload().catch(() => {});
      const own = answering.store.summary();
      const isDone = rfx.actions.submit && percentDone(rfx, own, result.completion) === 100 && own.isValid;
      if (result.saved[key] && isDone && answering.blockers().length === 0) {
        // A signature has no dialog that could show the error, so it is shown in a toast.
        submit().catch((error) => {
          if (isOffline(error) || error.hasFields) toasts.error(error.message);
        });
      }
    };
  });

  const signed = useCallback((field: string) => {
    signature.current = field;
  }, []);

  useLoadWhenClosed(answering, takesAnswers(rfx), reload);
  useLoadWhileClosed(answering, reload);
  useRetryWhileSignedOut(answering, reload);
  useReportOpened(rfx, apply);
  return useMemo(
    () => ({ rfx, answering, live, submitting, faults, submit, moved, reload, signed }),
    [rfx, answering, live, submitting, faults, submit, moved, reload, signed],
  );
}

/** Return true if the response of a transition contains the whole state, including the values. */
function isState(changes: Partial<Rfx>): changes is Rfx {
  return changes.latestValuesFvc !== undefined;
}

/** Update status, completion and the party's last activity after a save. */
function afterSave(rfx: Rfx, result: SaveResult): Rfx {
  const { completion, outdatedSignatures, status, statusInfo } = result;
  const updated = Object.values(result.saved)[0]?.updated;
  const { organisation, withOrganisation } = rfx.relationship;
  const own = rfx.viewerRole === "REQUESTER" ? organisation.id : withOrganisation.id;
  const responses = rfx.latestValuesFvc.responses.map((response) =>
    updated && response.organisation.id === own
      ? {
          ...response,
          updated,
          status: response.status === "NOT_STARTED" ? ("INPROGRESS" as const) : response.status,
        }
      : response,
  );
  return {
    ...rfx,
    status,
    statusInfo,
    latestValuesFvc: { ...rfx.latestValuesFvc, completion, outdatedSignatures, responses },
  };
}

/** Return true if a save changed an answer with an open follow-up task, which then counts as answered. */
function answersTask(rfx: Rfx, { saved }: SaveResult): boolean {
  return (
    rfx.viewerRole !== "REQUESTER" &&
    rfx.tasks.some((task) => task.status === "OPEN" && (keyOfTask(task) ?? "") in saved)
  );
}

/** Reload the RFx if a save fails because it is closed while the page still shows it as open. */
function useLoadWhenClosed(answering: Answering, isOpen: boolean, reload: OpenRfx["reload"]): void {
  const { saving } = answering;
  const closed = () => saving.snapshot().closed;
  const sentence = useSyncExternalStore(saving.subscribe, closed, closed);
  const previous = useRef(sentence);
  useEffect(() => {
    if (sentence !== null && previous.current === null && isOpen) reload().catch(() => {});
    previous.current = sentence;
  }, [sentence, isOpen, reload]);
}

const firstRetry = 4_000;
const longestRetry = 60_000;

/** Retry with growing delays (ms) while a guest's sign-in fails and unsent answers wait. */
function useRetryWhileSignedOut({ saving }: Answering, reload: OpenRfx["reload"]): void {
  const isWaiting = () => saving.snapshot().signedOut && saving.snapshot().unsent > 0;
  const waiting = useSyncExternalStore(saving.subscribe, isWaiting, isWaiting);
  useEffect(() => {
    if (!waiting) return;
    let timer: ReturnType<typeof setTimeout>;
    const retryAfter = (gap: number) => {
      timer = setTimeout(() => {
        retryAfter(Math.min(gap * 2, longestRetry));
        reload({ resume: true }).catch(() => {});
      }, gap);
    };
    retryAfter(firstRetry);
    return () => clearTimeout(timer);
  }, [waiting, reload]);
}

/**
 * Send the answers that were refused because the RFx was closed once it is open again. Guests get no events, so it is
 * also checked when the page becomes visible.
 */
function useLoadWhileClosed({ saving }: Answering, reload: OpenRfx["reload"]): void {
  const check = useEffectEvent(() => {
    const { closed, unsent } = saving.snapshot();
    if (closed !== null && unsent > 0 && !document.hidden) reload({ resume: true }).catch(() => {});
  });
  useBrowserEvent("RFX_CHANGED", check);
  useEffect(() => {
    const onVisibility = () => check();
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, []);
}

/** Report that the respondent has seen a new RFx, which becomes PENDING. */
function useReportOpened(rfx: Rfx, apply: (state: Partial<RfxState>) => void): void {
  const isNew = rfx.status === "NEW" && rfx.viewerRole !== "REQUESTER";
  const isGuest = rfx.viewerRole === "GUEST" || rfx.viewerRole === "DELEGATE";
  const { id } = rfx;
  useEffect(() => {
    if (!isNew) return;
    // Errors are ignored, because the first save reports it as well.
    const watching = import("./report-opened").then(
      ({ reportOpened }) => reportOpened(id, isGuest, apply),
      () => null,
    );
    return () => {
      watching.then((stop) => stop?.());
    };
  }, [isNew, isGuest, id, apply]);
}
