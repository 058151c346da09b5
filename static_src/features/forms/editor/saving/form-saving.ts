import { ApiError, errorText } from "../../../../api/errors";
import type { FormFault } from "../../../../domain/forms/doc-forms";
import { SaveSchedule, type SavingText } from "../../../../lib/state/save-schedule";
import { faultsOf } from "../../form-calls";
import { staleness } from "../calls";
import type { FormContent, OpenForm, StaleSave } from "../types";
import { type FormDraft, FormDrafts } from "./drafts";

/**
 * State of saving a form (specification, sections 2 and 4, Form editor). A form is saved 1 s after the last change,
 * with the version that it is based on. If another user has saved in the meantime, nothing is overwritten and the user
 * chooses. Content that the server does not have stays in the browser as a draft.
 */
export interface SavingState {
  text: SavingText;
  /** The revision that is edited, from the last response of the server. */
  form: OpenForm;
  savedAt: number | null;
  /** Save of another user since then; saving waits for a choice. */
  stale: StaleSave | null;
  /** Error of a server that rejects the document. */
  refused: { sentence: string; faults: FormFault[] } | null;
  /** Reason why the last save was impossible: archived, replaced, no permission. The next change tries again. */
  closed: string | null;
  /** True if an edit of a published form has created its next draft. */
  hasNewDraft: boolean;
}

export interface FormSavingOptions {
  form: OpenForm;
  /** Key of the draft: one user and one form. */
  scope: string;
  /** Returns the content on the screen. */
  content: () => FormContent;
  /** Shows other content: a draft, or the content of another user. */
  show: (content: FormContent) => void;
  send: (id: number, version: number, content: FormContent) => Promise<OpenForm>;
  load: (id: number) => Promise<OpenForm>;
  /** Id of the current user: the user's own save whose response was lost is not a conflict. */
  userId: number | null;
  drafts?: FormDrafts;
}

const saveDelay = 1_000;
const draftDelay = 400;

/** Saving of one open form; `SavingState` describes the rules. */
export class FormSaving {
  private readonly options: FormSavingOptions;
  private readonly drafts: FormDrafts;
  private readonly schedule = new SaveSchedule(() => void this.run());
  private readonly listeners = new Set<() => void>();
  private form: OpenForm;
  /** Stored content of the server as JSON text. */
  private savedText: string;
  /** Content that was sent but got no response, as JSON text. */
  private unconfirmedText: string | null = null;
  private isDirty = false;
  private editCount = 0;
  private running: Promise<void> | null = null;
  private draftTimer: ReturnType<typeof setTimeout> | undefined;
  private savedAt: number | null = null;
  private stale: StaleSave | null = null;
  private refused: SavingState["refused"] = null;
  private closed: string | null = null;
  private hasNewDraft = false;
  /** The value of `editCount` whose content is stored as a draft. */
  private draftedCount = 0;
  private state: SavingState;

  constructor(options: FormSavingOptions) {
    this.options = options;
    this.form = options.form;
    this.drafts = options.drafts ?? new FormDrafts(options.scope);
    this.savedText = textOf({ title: options.form.title, doc: options.form.doc });
    this.state = this.buildState();
  }

  /** Listen to the page (online, hidden, closing). Returns a function that stops it. */
  start(): () => void {
    const stop = this.schedule.follow({
      back: () => void this.handleReturn(),
      leaving: () => this.handleLeave(),
      flush: () => this.flush(),
      atRisk: () => this.isDirty && !this.drafts.canStore,
    });
    return () => {
      stop();
      this.cancelDraftTimer();
    };
  }

  /**
   * Show the draft of an earlier page, if it differs from the content of the server. Resolves to true if a draft is
   * shown.
   */
  async restoreDraft(): Promise<boolean> {
    const draft = await this.drafts.load();
    if (!draft || this.isDirty || !this.form.canEdit) return false;
    // The earlier page saved it while closing. The server sorts attributes differently, so compare canonical text.
    if (canonicalText(draft) === canonicalText(JSON.parse(this.savedText) as FormContent)) {
      this.drafts.remove();
      return false;
    }
    this.options.show({ title: draft.title, doc: draft.doc });
    if (draft.formId !== this.form.id || draft.version !== this.form.version) {
      this.stale = { docFormId: this.form.id, savedBy: this.form.savedBy, updated: this.form.updated };
    }
    this.markEdited();
    return true;
  }

  /** Handle a change of the content. */
  markEdited(): void {
    this.isDirty = true;
    this.editCount += 1;
    this.refused = null;
    this.schedule.soon(saveDelay);
    // Not restarted by later changes, so that drafts are stored while the user types without a pause.
    this.draftTimer ??= setTimeout(() => this.storeDraft(), draftDelay);
    this.updateState();
  }

  /** Save pending changes now. Resolves to true if the server has everything. */
  async flush(): Promise<boolean> {
    if (this.running) await this.running;
    if (this.isDirty) await this.run();
    return !this.isDirty;
  }

  /** Record the form that the server returned after publishing, archiving, restoring or correcting. */
  accept(form: OpenForm): void {
    this.hasNewDraft = form.status === "DRAFT" && (this.hasNewDraft || form.id !== this.form.id);
    this.form = form;
    this.savedText = textOf({ title: form.title, doc: form.doc });
    this.updateState();
  }

  /** Reload a form that was published or archived elsewhere; changed content is a conflict. Throws `ApiError`. */
  async reload(): Promise<void> {
    const form = await this.options.load(this.form.id);
    if (canonicalText(form) === canonicalText(JSON.parse(this.savedText) as FormContent))
      return this.accept(form);
    this.startConflict({ docFormId: form.id, savedBy: form.savedBy, updated: form.updated });
  }

  /** Start a conflict that publishing detected: another user has saved since then. */
  startConflict(stale: StaleSave): void {
    this.stale = stale;
    this.updateState();
  }

  /** Resolve a conflict with the content of the other user. Undo restores the user's own content. */
  async takeTheirs(): Promise<void> {
    const formId = this.stale?.docFormId || this.form.id;
    const form = await this.options.load(formId);
    this.resetTo(form);
    this.options.show({ title: form.title, doc: form.doc });
    this.isDirty = false;
    this.updateState();
  }

  /** Resolve a conflict after the content was saved as a copy. */
  discard(): void {
    this.isDirty = false;
    this.stale = null;
    this.drafts.remove();
    this.updateState();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): SavingState => this.state;

  /** Wait until all drafts are written. */
  settled(): Promise<void> {
    return this.drafts.waitForWrites();
  }

  private resetTo(form: OpenForm): void {
    this.form = form;
    this.savedText = textOf({ title: form.title, doc: form.doc });
    this.stale = null;
    this.refused = null;
    this.unconfirmedText = null;
    this.drafts.remove();
  }

  /** Handle the return to the page: send pending changes, and reload an archived form, which may be restored by now. */
  private async handleReturn(): Promise<void> {
    if (this.isDirty) return this.schedule.soon(0);
    if (!this.form.isArchived || document.hidden) return;
    const form = await this.options.load(this.form.id).catch(() => null);
    if (!form || form.isArchived || !this.form.isArchived || this.isDirty) return;
    this.resetTo(form);
    this.options.show({ title: form.title, doc: form.doc });
    this.updateState();
  }

  private handleLeave(): void {
    if (!this.isDirty) return;
    this.drafts.saveImmediately(this.draft());
    void this.run();
  }

  private storeDraft(): void {
    this.cancelDraftTimer();
    if (!this.isDirty) return;
    const { editCount } = this;
    void this.drafts.save(this.draft()).then(() => {
      this.draftedCount = editCount;
      this.updateState();
    });
  }

  private cancelDraftTimer(): void {
    clearTimeout(this.draftTimer);
    this.draftTimer = undefined;
  }

  private draft(): FormDraft {
    const { title, doc } = this.options.content();
    return { title, doc, formId: this.form.id, version: this.form.version, at: Date.now() };
  }

  private run(): Promise<void> {
    this.schedule.cancel();
    if (!this.isDirty || this.stale) {
      // Nothing is sent, but the connection may have changed, so update the shown state.
      this.updateState();
      return Promise.resolve();
    }
    this.running ??= this.save().finally(() => {
      this.running = null;
      this.updateState();
    });
    this.updateState();
    return this.running;
  }

  private async save(): Promise<void> {
    const { editCount } = this;
    const content = this.options.content();
    const text = textOf(content);
    if (text === this.savedText) return this.handleSuccess(editCount);
    try {
      const form = await this.options.send(this.form.id, this.form.version, content);
      this.hasNewDraft ||= form.id !== this.form.id;
      this.form = form;
      this.savedText = text;
      this.savedAt = Date.now();
      this.handleSuccess(editCount);
    } catch (error) {
      await this.handleError(error, text, editCount);
    }
  }

  private handleSuccess(editCount: number): void {
    this.schedule.succeeded();
    this.unconfirmedText = null;
    this.refused = null;
    this.closed = null;
    if (this.editCount === editCount) {
      this.isDirty = false;
      this.cancelDraftTimer();
      this.drafts.remove();
    } else {
      this.schedule.soon(saveDelay);
    }
  }

  private async handleError(error: unknown, text: string, editCount: number): Promise<void> {
    const stale = staleness(error);
    if (stale) {
      if (await this.isOwnSave(stale)) return this.handleSuccess(editCount);
      this.closed = null;
      this.stale = stale;
      this.storeDraft();
      return;
    }
    const status = error instanceof ApiError ? error.status : 0;
    if ([403, 404, 409, 410].includes(status)) {
      this.closed = errorText(error);
      this.storeDraft();
    } else if (status >= 400 && status < 500 && ![401, 408, 425, 429].includes(status)) {
      this.closed = null;
      // The server responds again, so an earlier "Server fault: tried again" is no longer true.
      this.schedule.succeeded();
      this.refused = { sentence: errorText(error), faults: faultsOf(error) };
      this.storeDraft();
    } else {
      this.unconfirmedText = text;
      this.storeDraft();
      this.schedule.failed(error);
    }
  }

  /** Return true if the conflicting save is the user's own save whose response was lost. */
  private async isOwnSave(stale: StaleSave): Promise<boolean> {
    if (this.unconfirmedText === null || stale.savedBy?.id !== this.options.userId) return false;
    const form = await this.options.load(stale.docFormId).catch(() => null);
    if (!form || canonicalText(form) !== canonicalText(JSON.parse(this.unconfirmedText) as FormContent))
      return false;
    this.form = form;
    this.savedText = this.unconfirmedText;
    this.savedAt = Date.now();
    return true;
  }

  private updateState(): void {
    const state = this.buildState();
    // Most keystrokes do not change the state; then nothing renders.
    const keys = Object.keys(state) as (keyof SavingState)[];
    if (keys.every((key) => state[key] === this.state[key])) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private buildState(): SavingState {
    return {
      text: this.text(),
      form: this.form,
      savedAt: this.savedAt,
      stale: this.stale,
      refused: this.refused,
      closed: this.closed,
      hasNewDraft: this.hasNewDraft,
    };
  }

  private text(): SavingText {
    if (!this.isDirty) return "All changes saved";
    if (this.running && this.schedule.failures === 0) return "Saving...";
    return this.schedule.waiting(this.drafts.canStore && this.draftedCount === this.editCount);
  }
}

function textOf({ title, doc }: FormContent): string {
  return JSON.stringify({ title, doc });
}

/** Serialize content to text that does not depend on the order of attributes. */
function canonicalText({ title, doc }: FormContent): string {
  return JSON.stringify([title, doc], (_key, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}
