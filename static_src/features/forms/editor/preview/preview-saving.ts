import { request } from "../../../../api/client";
import { ApiError, errorText } from "../../../../api/errors";
import type { ApiResponse } from "../../../../api/types";
import { SaveSchedule, type SavingText } from "../../../../lib/state/save-schedule";

type PreviewValues = ApiResponse<"Preview">;

export function loadPreviewValues(docFormId: number): Promise<PreviewValues> {
  return request("GET", "/api/user/preview", { query: { docFormId } });
}

function putPreviewValues(docFormId: number, values: Record<string, unknown>): Promise<PreviewValues> {
  return request("PUT", "/api/user/preview", { body: { docFormId, values }, toast: false, keepalive: true });
}

export interface PreviewState {
  text: SavingText;
  savedAt: number | null;
  /** Error of a server that rejects the values, as a sentence. */
  rejection: string | null;
}

const saveDelay = 1_000;

/** Save the preview values 1 s after the last change (specification, section 4). The last save wins. */
export class PreviewSaving {
  private readonly schedule = new SaveSchedule(() => void this.run());
  private readonly listeners = new Set<() => void>();
  private readonly formId: () => number;
  private readonly values: () => Record<string, unknown>;
  private isDirty = false;
  private editCount = 0;
  private running: Promise<void> | null = null;
  private state: PreviewState = { text: "All changes saved", savedAt: null, rejection: null };

  constructor(formId: () => number, values: () => Record<string, unknown>) {
    this.formId = formId;
    this.values = values;
  }

  start(): () => void {
    const flush = () => this.flush();
    const send = () => void flush();
    const stop = this.schedule.follow({ back: send, leaving: send, flush });
    return () => {
      void this.flush();
      stop();
    };
  }

  markEdited(): void {
    this.isDirty = true;
    this.editCount += 1;
    this.schedule.soon(saveDelay);
    this.updateState({ text: "Changed", rejection: null });
  }

  /** Save pending changes now. Resolves to true if the server has everything. */
  async flush(): Promise<boolean> {
    if (this.running) await this.running;
    if (this.isDirty) await this.run();
    return !this.isDirty;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): PreviewState => this.state;

  private run(): Promise<void> {
    this.schedule.cancel();
    this.running ??= this.save().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async save(): Promise<void> {
    const { editCount } = this;
    this.updateState({ text: "Saving..." });
    try {
      await putPreviewValues(this.formId(), this.values());
      this.schedule.succeeded();
      if (this.editCount === editCount) this.isDirty = false;
      else this.schedule.soon(saveDelay);
      this.updateState({ text: this.isDirty ? "Changed" : "All changes saved", savedAt: Date.now() });
    } catch (error) {
      const isRejected = error instanceof ApiError && [403, 404, 409, 422].includes(error.status);
      if (!isRejected) this.schedule.failed(error);
      this.updateState({ text: "Changed", rejection: isRejected ? errorText(error) : null });
    }
  }

  private updateState(change: Partial<PreviewState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}
