import { ApiError, errorText } from "../../../../api/errors";
import type { FormFault } from "../../../../domain/forms/doc-forms";
import { SaveSchedule, type SavingText } from "../../../../lib/state/save-schedule";
import { faultsOf } from "../../form-calls";
import { staleness } from "../calls";
import type { FormContent, OpenForm, StaleSave } from "../types";
import { type KeptDraft, KeptDrafts } from "./drafts";

/**
 * Saving of a form as it is written (specification sections 2 and 4, Form editor): 1 s after the last change, over the
 * version that it was written on. Where somebody else has saved in between nothing is overwritten: a person chooses.
 * What the server has not taken stays in the browser.
 */
export interface SavingState {
  text: SavingText;
  /** The revision that is written on, as the server last gave it. */
  form: OpenForm;
  savedAt: number | null;
  /** Somebody else saved since: saving waits for a choice. */
  stale: StaleSave | null;
  /** Why the server does not take the document as it is. */
  refused: { sentence: string; faults: FormFault[] } | null;
  /** Why nothing could be saved the last time: archived, replaced, no longer allowed. The next change tries again. */
  closed: string | null;
  /** Writing on a published form has begun its next draft. */
  begunDraft: boolean;
}

export interface FormSavingOptions {
  form: OpenForm;
  /** One person in one form. */
  scope: string;
  /** What is on the screen now. */
  content: () => FormContent;
  /** Puts other content on the screen: what was kept, or the other's. */
  show: (content: FormContent) => void;
  send: (id: number, version: number, content: FormContent) => Promise<OpenForm>;
  load: (id: number) => Promise<OpenForm>;
  /** The viewer's own id: a save of one's own whose answer was lost is no conflict. */
  userId: number | null;
  kept?: KeptDrafts;
}

const debounce = 1_000;
const keepingPause = 400;

export class FormSaving {
  private readonly options: FormSavingOptions;
  private readonly kept: KeptDrafts;
  private readonly schedule = new SaveSchedule(() => void this.run());
  private readonly listeners = new Set<() => void>();
  private form: OpenForm;
  /** The content that the server has, as text. */
  private saved: string;
  /** Content that was sent without an answer. */
  private attempted: string | null = null;
  private isDirty = false;
  private edits = 0;
  private running: Promise<void> | null = null;
  private keeping: ReturnType<typeof setTimeout> | undefined;
  private savedAt: number | null = null;
  private stale: StaleSave | null = null;
  private refused: SavingState["refused"] = null;
  private closed: string | null = null;
  private begunDraft = false;
  private state: SavingState;

  constructor(options: FormSavingOptions) {
    this.options = options;
    this.form = options.form;
    this.kept = options.kept ?? new KeptDrafts(options.scope);
    this.saved = textOf({ title: options.form.title, doc: options.form.doc });
    this.state = this.makeState();
  }

  /** Follow the page. Gives back the function that stops it. */
  start(): () => void {
    const stop = this.schedule.follow({
      back: () => void this.back(),
      leaving: () => this.leave(),
      flush: () => this.flush(),
      atRisk: () => this.isDirty && !this.kept.safe,
    });
    return () => {
      stop();
      this.stopKeeping();
    };
  }

  /**
   * Take up what an earlier page kept. Says whether there was something that the server does not have; it is on the
   * screen then.
   */
  async takeUpKept(): Promise<boolean> {
    const draft = await this.kept.load();
    if (!draft || this.isDirty || !this.form.canEdit) return false;
    // Saved as the page was left; the server orders attributes in its own way.
    if (canonicalText(draft) === canonicalText(JSON.parse(this.saved) as FormContent)) {
      this.kept.forget();
      return false;
    }
    this.options.show({ title: draft.title, doc: draft.doc });
    if (draft.formId !== this.form.id || draft.version !== this.form.version) {
      this.stale = { docFormId: this.form.id, savedBy: this.form.savedBy, updated: this.form.updated };
    }
    this.edited();
    return true;
  }

  /** Something was written. */
  edited(): void {
    this.isDirty = true;
    this.edits += 1;
    this.refused = null;
    this.schedule.soon(debounce);
    // Whoever writes without a pause is kept as they go.
    this.keeping ??= setTimeout(() => this.keep(), keepingPause);
    this.changed();
  }

  /** Save now what waits. True when the server has everything. */
  async flush(): Promise<boolean> {
    if (this.running) await this.running;
    if (this.isDirty) await this.run();
    return !this.isDirty;
  }

  /** The server has this now: after publishing, archiving, restoring. */
  accept(form: OpenForm): void {
    this.form = form;
    this.saved = textOf({ title: form.title, doc: form.doc });
    this.begunDraft = false;
    this.changed();
  }

  /** The form has been published or archived elsewhere: go on with it as it is now. Throws ApiError. */
  async lookAgain(): Promise<void> {
    const form = await this.options.load(this.form.id);
    if (canonicalText(form) === canonicalText(JSON.parse(this.saved) as FormContent))
      return this.accept(form);
    this.meet({ docFormId: form.id, savedBy: form.savedBy, updated: form.updated });
  }

  /** Publishing found out that somebody else has saved since. */
  meet(stale: StaleSave): void {
    this.stale = stale;
    this.changed();
  }

  /** Settle a conflict with what the other saved. What stood on the screen comes back with Undo. */
  async takeTheirs(): Promise<void> {
    const wanted = this.stale?.docFormId || this.form.id;
    const form = await this.options.load(wanted);
    this.settle(form);
    this.options.show({ title: form.title, doc: form.doc });
    this.isDirty = false;
    this.changed();
  }

  /** Settle a conflict by having kept a copy elsewhere. */
  discard(): void {
    this.isDirty = false;
    this.stale = null;
    this.kept.forget();
    this.changed();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): SavingState => this.state;

  /** When everything is written that was to be kept in the browser. */
  settled(): Promise<void> {
    return this.kept.settled();
  }

  private settle(form: OpenForm): void {
    this.form = form;
    this.saved = textOf({ title: form.title, doc: form.doc });
    this.stale = null;
    this.refused = null;
    this.attempted = null;
    this.kept.forget();
  }

  /** Somebody looks at the page again: what waits is sent, and an archived form may have been restored. */
  private async back(): Promise<void> {
    if (this.isDirty) return this.schedule.soon(0);
    if (!this.form.isArchived || document.hidden) return;
    const form = await this.options.load(this.form.id).catch(() => null);
    if (!form || form.isArchived || !this.form.isArchived || this.isDirty) return;
    this.settle(form);
    this.options.show({ title: form.title, doc: form.doc });
    this.changed();
  }

  private leave(): void {
    if (!this.isDirty) return;
    this.kept.keepNow(this.draft());
    void this.run();
  }

  private keep(): void {
    this.stopKeeping();
    if (this.isDirty) void this.kept.keep(this.draft()).then(() => this.changed());
  }

  private stopKeeping(): void {
    clearTimeout(this.keeping);
    this.keeping = undefined;
  }

  private draft(): KeptDraft {
    const { title, doc } = this.options.content();
    return { title, doc, formId: this.form.id, version: this.form.version, at: Date.now() };
  }

  private run(): Promise<void> {
    this.schedule.cancel();
    if (!this.isDirty || this.stale) {
      // Nothing is sent; but whether the browser is online may have changed, which is told.
      this.changed();
      return Promise.resolve();
    }
    this.running ??= this.save().finally(() => {
      this.running = null;
      this.changed();
    });
    this.changed();
    return this.running;
  }

  private async save(): Promise<void> {
    const { edits } = this;
    const content = this.options.content();
    const text = textOf(content);
    if (text === this.saved) return this.acknowledged(edits);
    try {
      const form = await this.options.send(this.form.id, this.form.version, content);
      this.begunDraft ||= form.id !== this.form.id;
      this.form = form;
      this.saved = text;
      this.savedAt = Date.now();
      this.acknowledged(edits);
    } catch (error) {
      await this.failed(error, text, edits);
    }
  }

  private acknowledged(edits: number): void {
    this.schedule.succeeded();
    this.attempted = null;
    this.refused = null;
    this.closed = null;
    if (this.edits === edits) {
      this.isDirty = false;
      this.stopKeeping();
      this.kept.forget();
    } else {
      this.schedule.soon(debounce);
    }
  }

  private async failed(error: unknown, text: string, edits: number): Promise<void> {
    const stale = staleness(error);
    if (stale) {
      if (await this.wasOurs(stale)) return this.acknowledged(edits);
      this.closed = null;
      this.stale = stale;
      this.keep();
      return;
    }
    const status = error instanceof ApiError ? error.status : 0;
    if ([403, 404, 409, 410].includes(status)) {
      this.closed = errorText(error);
      this.keep();
    } else if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)) {
      this.closed = null;
      this.refused = { sentence: errorText(error), faults: faultsOf(error) };
      this.keep();
    } else {
      this.attempted = text;
      this.keep();
      this.schedule.failed(error);
    }
  }

  /** Whether the save that stands in the way is our own, whose answer was lost. */
  private async wasOurs(stale: StaleSave): Promise<boolean> {
    if (this.attempted === null || stale.savedBy?.id !== this.options.userId) return false;
    const form = await this.options.load(stale.docFormId).catch(() => null);
    if (!form || canonicalText(form) !== canonicalText(JSON.parse(this.attempted) as FormContent))
      return false;
    this.form = form;
    this.saved = this.attempted;
    this.savedAt = Date.now();
    return true;
  }

  private changed(): void {
    const state = this.makeState();
    // Most letters change nothing of it: then nothing is drawn again.
    const keys = Object.keys(state) as (keyof SavingState)[];
    if (keys.every((key) => state[key] === this.state[key])) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private makeState(): SavingState {
    return {
      text: this.text(),
      form: this.form,
      savedAt: this.savedAt,
      stale: this.stale,
      refused: this.refused,
      closed: this.closed,
      begunDraft: this.begunDraft,
    };
  }

  private text(): SavingText {
    if (!this.isDirty) return "All changes saved";
    if (this.running && this.schedule.failures === 0) return "Saving...";
    return this.schedule.waiting(this.kept.safe && this.kept.holds);
  }
}

function textOf({ title, doc }: FormContent): string {
  return JSON.stringify({ title, doc });
}

/** The same content gives the same text, whatever the order of its attributes. */
function canonicalText({ title, doc }: FormContent): string {
  return JSON.stringify([title, doc], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
