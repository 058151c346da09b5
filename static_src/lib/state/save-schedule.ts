import { isServerFault } from "../../api/errors";
import { listen } from "../events";

/**
 * The states of saving. "Server fault": the server failed to save a change. "Kept": the server does not accept the change
 * now, and the browser stores it.
 */
export type SavingText =
  | "Changed"
  | "Saving..."
  | "All changes saved"
  | "Offline: kept on this device"
  | "Server fault"
  | "Kept";

const firstGap = 2_000;
const longestGap = 60_000;

type Follower = {
  back: () => void;
  leaving: () => void;
  flush: () => Promise<unknown>;
  atRisk?: () => boolean;
  isKept?: () => boolean;
};

/**
 * Schedules the next save: after a pause; after failures with growing gaps (2 to 60 seconds); at once when the connection
 * or the user returns.
 */
export class SaveSchedule {
  /** The number of consecutive failures. */
  failures = 0;
  private trouble: SavingText = "Changed";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private readonly onDue: () => void;

  constructor(onDue: () => void) {
    this.onDue = onDue;
  }

  soon(delay: number): void {
    this.cancel();
    if (!this.stopped) this.timer = setTimeout(this.onDue, delay);
  }

  cancel(): void {
    clearTimeout(this.timer);
  }

  succeeded(): void {
    this.failures = 0;
    this.trouble = "Changed";
  }

  failed(error: unknown): void {
    this.trouble = isServerFault(error) ? "Server fault" : "Offline: kept on this device";
    this.failures += 1;
    this.soon(Math.min(longestGap, firstGap * 2 ** (this.failures - 1)));
  }

  /** Return the state of a change that is waiting to be sent. Without storage in the browser it is only "Changed". */
  waiting(isKept: boolean): SavingText {
    if (!isKept) return "Changed";
    return navigator.onLine === false ? "Offline: kept on this device" : this.trouble;
  }

  /**
   * Follow the lifecycle of the page. Calls `back` when the connection or the user returns, `leaving` when the page may be
   * closed, and `flush` before the user signs out, which waits for its promise. While `atRisk` returns true (a change is
   * neither sent nor stored), the browser asks before the page is left; `isKept` returns true if the browser has
   * stored unsent changes. Returns a function that stops this.
   */
  follow({ back, leaving, flush, atRisk = () => false, isKept = () => false }: Follower): () => void {
    this.stopped = false;
    const following = new AbortController();
    const { signal } = following;
    const onVisibility = () => (document.visibilityState === "hidden" ? leaving() : back());
    window.addEventListener("online", back, { signal });
    window.addEventListener("pagehide", leaving, { signal });
    window.addEventListener("beforeunload", (event) => atRisk() && event.preventDefault(), { signal });
    document.addEventListener("visibilitychange", onVisibility, { signal });
    const stopListening = listen("BEFORE_LEAVE", ({ onKept }) => {
      leaving();
      if (isKept()) onKept?.();
    });
    const stopWaiting = listen("SAVE_CHANGES", ({ until }) => until(flush()));
    return () => {
      this.stopped = true;
      this.cancel();
      following.abort();
      stopListening();
      stopWaiting();
    };
  }
}
