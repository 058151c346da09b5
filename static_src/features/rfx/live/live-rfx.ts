import { type LiveRfxState, watchRfx } from "../../../lib/state/watched-rfx";
import { type Answering, takesAnswers } from "../detail/answering/answering";
import { loadState } from "../detail/rfx-calls";
import type { Rfx, RfxState, SaveResult } from "../types";
import { focusedKey, sectionInUse } from "./section-in-use";

export type PresentPerson = LiveRfxState["people"][number];

type Options = {
  rfx: Rfx;
  answering: Answering;
  /** Called with the loaded state, after the answers of others were merged. */
  onLoaded: (state: RfxState) => void;
};

/**
 * The changes by others to an open RFx. Each poll returns a count of all saves. If others saved, the state is loaded and
 * their answers are merged into the form, except into the field with the focus: it waits until the focus has left, and if
 * the user edits it meanwhile, saving reports the conflict. Unsent answers are never replaced (AnswerSaving.refresh).
 */
export class LiveRfx {
  private readonly options: Options;
  /** The number of saves that the page has seen, of all users. */
  private saveCount: number;
  /** The version at the last load, which changes with status, dates, tasks and parts; null before the first poll. */
  version: string | null = null;
  private heldKey: string | null = null;
  private isLoading = false;
  private people: readonly PresentPerson[] = [];
  private readonly listeners = new Set<() => void>();

  constructor(options: Options) {
    this.options = options;
    this.saveCount = options.rfx.latestValuesFvc.saveCount;
  }

  /** Start watching. Returns a function that stops it. */
  start(): () => void {
    const { rfx, answering } = this.options;
    return watchRfx({
      id: rfx.id,
      page: Math.random().toString(36).slice(2, 12),
      section: () => sectionInUse(answering.fields),
      onState: (state) => this.receive(state),
    });
  }

  /** Record a save by this user. If no one else saved before it, nothing has to be loaded. */
  saved({ baseSaveCount, saveCount }: SaveResult): void {
    if (baseSaveCount <= this.saveCount) this.saveCount = Math.max(this.saveCount, saveCount);
  }

  /** Record a state that the page has loaded for another reason. */
  loaded({ latestValuesFvc }: RfxState): void {
    this.saveCount = Math.max(this.saveCount, latestValuesFvc.saveCount);
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  private notify(): void {
    for (const listener of this.listeners) listener();
  }

  /** Return the other people who have the RFx open. The array stays the same until it changes. */
  snapshot = (): readonly PresentPerson[] => this.people;

  private receive({ saveCount, version, people }: LiveRfxState): void {
    if (JSON.stringify(people) !== JSON.stringify(this.people)) {
      this.people = people;
      this.notify();
    }
    if (this.version === null) {
      this.version = version;
      this.notify();
    }
    const isReleased = this.heldKey !== null && this.heldKey !== focusedKey(this.options.answering.fields);
    if (saveCount > this.saveCount || version !== this.version || isReleased) this.load(version);
  }

  /** Load the state and merge it. After a failure the next poll tries again. */
  private async load(version: string): Promise<void> {
    if (this.isLoading) return;
    this.isLoading = true;
    try {
      const state = await loadState(this.options.rfx.id);
      if (formsOf(state) !== formsOf(this.options.rfx)) return void (await this.showNewForms());
      // A save during the load has changed more than the state contains.
      if (state.latestValuesFvc.saveCount < this.saveCount) return;
      this.version = version;
      this.loaded(state);
      this.merge(state);
      this.notify();
    } catch {
      // No user waits for the response.
    } finally {
      this.isLoading = false;
    }
  }

  /** The page has the former questions, so it is loaded again. */
  private async showNewForms(): Promise<void> {
    const { showNewForms } = await import("./new-forms");
    await showNewForms(this.options.answering.saving);
  }

  private merge(state: RfxState): void {
    const { answering, onLoaded } = this.options;
    const key = takesAnswers(state) ? focusedKey(answering.fields) : null;
    const { [key ?? ""]: focused, ...others } = state.latestValuesFvc.values;
    const isHeld = key !== null && focused !== undefined && focused.iteration > answering.store.get(key).base;
    this.heldKey = isHeld ? key : null;
    const merged = isHeld
      ? { ...state, latestValuesFvc: { ...state.latestValuesFvc, values: others } }
      : state;
    // The RFx may be open for answers again.
    answering.apply(merged, { resume: true });
    onLoaded(state);
  }
}

const formsOf = ({ latestValuesFvc }: RfxState): string =>
  Object.keys(latestValuesFvc.completion.byForm).join();
