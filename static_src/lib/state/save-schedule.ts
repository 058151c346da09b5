import { isServerFault } from "../../api/errors";
import { listen } from "../events";

/**
 * How far saving has come, in the words of the screen; a fault of the server is a change that could not be saved, and
 * what is kept one that the server does not take now.
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
};

/** When to send next: after a pause, or after failures with growing gaps, and at once when there is reason to hope. */
export class SaveSchedule {
  /** Sendings that failed since the last that did not. */
  failures = 0;
  private trouble: SavingText = "Changed";
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;
  private readonly due: () => void;

  constructor(due: () => void) {
    this.due = due;
  }

  soon(delay: number): void {
    this.cancel();
    if (!this.stopped) this.timer = setTimeout(this.due, delay);
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

  /** What holds up a change that is not on its way; nothing is called kept that the browser does not keep. */
  waiting(isKept: boolean): SavingText {
    if (!isKept) return "Changed";
    return navigator.onLine === false ? "Offline: kept on this device" : this.trouble;
  }

  /**
   * Follow the page: `back` when the network or the person returns, `leaving` when the page may be gone in a moment,
   * `flush` before the person signs out, which waits for it. While something is `atRisk`, neither sent nor kept in the
   * browser, the person is asked before the page is left.
   */
  follow({ back, leaving, flush, atRisk = () => false }: Follower): () => void {
    this.stopped = false;
    const following = new AbortController();
    const { signal } = following;
    const onVisibility = () => (document.visibilityState === "hidden" ? leaving() : back());
    window.addEventListener("online", back, { signal });
    window.addEventListener("pagehide", leaving, { signal });
    window.addEventListener("beforeunload", (event) => atRisk() && event.preventDefault(), { signal });
    document.addEventListener("visibilitychange", onVisibility, { signal });
    const stopListening = listen("BEFORE_LEAVE", leaving);
    const stopWaiting = listen("BEFORE_SIGN_OUT", ({ until }) => until(flush()));
    return () => {
      this.stopped = true;
      this.cancel();
      following.abort();
      stopListening();
      stopWaiting();
    };
  }
}
