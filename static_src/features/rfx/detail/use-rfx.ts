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

  useEffect(() => answering.saving.start(), [answering]);

  const apply = useCallback((changes: Partial<Rfx>) => setRfx((now) => ({ ...now, ...changes })), []);

  const reload = useCallback(
    async (options = { resume: false }) => {
      const state = await calls.loadState(id);
      answering.apply(state, options);
      apply(state);
    },
    [id, answering, apply],
  );

  const moved = useCallback(
    (changes: Partial<Rfx>) => {
      if (isState(changes)) answering.apply(changes, { resume: true });
      apply(changes);
      emit("RFX_CHANGED", { id });
      emit("EVENT_LOG_CHANGED", {});
      emit("MESSAGES_CHANGED", {});
    },
    [id, answering, apply],
  );

  const running = useRef<Promise<void> | null>(null);
  // The button and a signature may both ask for it: it is one submission.
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
      answering.setOutdatedSignatures(result.outdatedSignatures);
      setRfx((now) => afterSave(now, result));
      if (answersTask(rfx, result))
        calls.loadState(id).then(
          ({ tasks }) => apply({ tasks }),
          () => {},
        );
      const key = signature.current;
      if (!key || !(result.saved[key] || result.refused[key] || result.conflicts[key])) return;
      signature.current = null;
      // A countersignature submits nothing; once it stands, it can no longer be changed.
      if (rfx.status === "COMPLETED") return void reload().catch(() => {});
      const own = answering.store.summary();
      const isDone = rfx.actions.submit && percentDone(rfx, own, result.completion) === 100 && own.isValid;
      if (result.saved[key] && isDone && answering.blockers().length === 0) {
        // There is no dialog that says what was refused, or that there is no connection.
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
  useTellOpened(rfx, apply);
  return useMemo(
    () => ({ rfx, answering, submitting, faults, submit, moved, reload, signed }),
    [rfx, answering, submitting, faults, submit, moved, reload, signed],
  );
}

/** Whether a move's answer has the values too. */
function isState(changes: Partial<Rfx>): changes is Rfx {
  return changes.latestValuesFvc !== undefined;
}

/** What a save changes of the rest of the page: the status, how much is done, who was here last. */
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

/** Whether a save has changed an answer that was asked about: the question counts as answered then. */
function answersTask(rfx: Rfx, { saved }: SaveResult): boolean {
  return (
    rfx.viewerRole !== "REQUESTER" &&
    rfx.tasks.some((task) => task.status === "OPEN" && (keyOfTask(task) ?? "") in saved)
  );
}

/** A save was answered with "closed" while the page knew of nothing: find out what the RFx has become. */
function useLoadWhenClosed(answering: Answering, isOpen: boolean, reload: OpenRfx["reload"]): void {
  const { saving } = answering;
  const closed = () => saving.snapshot().closed;
  const sentence = useSyncExternalStore(saving.subscribe, closed, closed);
  const before = useRef(sentence);
  useEffect(() => {
    if (sentence !== null && before.current === null && isOpen) reload().catch(() => {});
    before.current = sentence;
  }, [sentence, isOpen, reload]);
}

const firstRetry = 4_000;
const longestRetry = 60_000;

/** While a guest's sign-in is refused and something waits to be sent, ask again with growing gaps, in ms. */
function useRetryWhileSignedOut({ saving }: Answering, reload: OpenRfx["reload"]): void {
  const waits = () => saving.snapshot().signedOut && saving.snapshot().unsent > 0;
  const waiting = useSyncExternalStore(saving.subscribe, waits, waits);
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

/** What could not be sent because the RFx had closed goes out once that is open again; guests hear no news. */
function useLoadWhileClosed({ saving }: Answering, reload: OpenRfx["reload"]): void {
  const look = useEffectEvent(() => {
    const { closed, unsent } = saving.snapshot();
    if (closed !== null && unsent > 0 && !document.hidden) reload({ resume: true }).catch(() => {});
  });
  useBrowserEvent("RFX_CHANGED", look);
  useEffect(() => {
    const onVisibility = () => look();
    document.addEventListener("visibilitychange", onVisibility);
    return () => document.removeEventListener("visibilitychange", onVisibility);
  }, []);
}

/** A new RFx is pending once a person at the answering end sees it. */
function useTellOpened(rfx: Rfx, apply: (state: Partial<RfxState>) => void): void {
  const isNew = rfx.status === "NEW" && rfx.viewerRole !== "REQUESTER";
  const isGuest = rfx.viewerRole === "GUEST";
  const { id } = rfx;
  useEffect(() => {
    if (!isNew) return;
    // Without a connection nobody is told: the first save tells it as well.
    const watching = import("./tell-opened").then(
      ({ tellOpened }) => tellOpened(id, isGuest, apply),
      () => null,
    );
    return () => {
      watching.then((stop) => stop?.());
    };
  }, [isNew, isGuest, id, apply]);
}
