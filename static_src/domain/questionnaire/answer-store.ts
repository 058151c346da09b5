/**
 * The answers of an open form, one subscription for each field: typing in one of 500 fields renders that field alone.
 * Knows nothing of the network. What saves is built on top: `onEdit` tells of typing, `unsaved` gives what to send,
 * `acknowledge` takes what was stored.
 */
import { answered, canonical } from "./rules/answers";
import { type Completion, completionOf, parentsOf, ruleErrors, visible } from "./rules/rules";
import { own, type Values } from "./rules/types";
import type { PlacedField } from "./rules/walk";
import { sameAnswer } from "./same-answer";

/** What a field shows of itself. The same object until something in it changes. */
export interface AnswerState {
  /** As it was typed; `unsaved` gives it as it is stored. */
  value: unknown;
  /** The iteration of the stored value that the answer is based on; 0 when there was none. */
  base: number;
  /** Whether it differs from what is stored. */
  isDirty: boolean;
  isTouched: boolean;
  isVisible: boolean;
  isWritable: boolean;
  /** What is wrong with it, whether it is shown yet or not. */
  errors: readonly string[];
  /** The errors to show: after the field was left, or submitting was tried. */
  shownErrors: readonly string[];
  /** Why it is not all here yet, as a sentence: a file is on its way, or did not arrive. */
  awaited: string | null;
}

export interface FormProgress extends Completion {
  isValid: boolean;
}

/** What the whole form shows of itself, and each form of an RFx by its index. */
export interface AnswerSummary extends FormProgress {
  forms: readonly FormProgress[];
  dirtyCount: number;
}

export interface UnsavedAnswer {
  value: unknown;
  baseIteration: number;
}

export interface AnswerStoreOptions {
  fields: readonly PlacedField[];
  values?: Values;
  /** Iterations of the stored values, by key. */
  iterations?: Readonly<Record<string, number>>;
  /** Keys that this viewer may write; all when left out. */
  writable?: ReadonlySet<string>;
}

interface Entry {
  placed: PlacedField;
  state: AnswerState;
  saved: unknown;
}

type Listener = () => void;

const none: readonly string[] = [];

export class AnswerStore {
  readonly fields: readonly PlacedField[];
  private readonly entries = new Map<string, Entry>();
  private readonly deciding: ReadonlySet<string>;
  private readonly listeners = new Map<string, Set<Listener>>();
  private readonly summaryListeners = new Set<Listener>();
  private readonly editListeners = new Set<(key: string) => void>();
  private currentSummary: AnswerSummary | null = null;
  private isSummaryStale = true;
  private batchDepth = 0;
  private wasSubmitTried = false;

  constructor({ fields, values = {}, iterations = {}, writable }: AnswerStoreOptions) {
    this.fields = fields;
    this.deciding = new Set([...parentsOf(fields).values()].map(({ key }) => key));
    const shown = visible(fields, values);
    for (const placed of fields) {
      const { key } = placed;
      const value = own(values, key);
      const errors = errorsOf(placed, value);
      this.entries.set(key, {
        placed,
        saved: value,
        state: {
          value,
          base: iterations[key] ?? 0,
          isDirty: false,
          isTouched: false,
          isVisible: shown.has(key),
          isWritable: writable?.has(key) ?? true,
          errors,
          shownErrors: none,
          awaited: null,
        },
      });
    }
  }

  /** The state of one field. An unknown key throws: it is a mistake of the page, not of a person. */
  get = (key: string): AnswerState => this.entry(key).state;

  subscribe = (key: string, listener: Listener): (() => void) => {
    const all = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, all.add(listener));
    return () => all.delete(listener);
  };

  /** The same object until something in it changes, so that typing on in an answered field renders nothing else. */
  summary = (): AnswerSummary => {
    if (this.isSummaryStale || !this.currentSummary) {
      const summary = this.summarise();
      if (!sameAnswer(summary, this.currentSummary)) this.currentSummary = summary;
      this.isSummaryStale = false;
    }
    return this.currentSummary ?? this.summarise();
  };

  subscribeSummary = (listener: Listener): (() => void) => {
    this.summaryListeners.add(listener);
    return () => this.summaryListeners.delete(listener);
  };

  /** Be told of each change that a person makes. */
  onEdit(listener: (key: string) => void): () => void {
    this.editListeners.add(listener);
    return () => this.editListeners.delete(listener);
  }

  /** A person has typed or chosen something. */
  set(key: string, value: unknown): void {
    if (!this.entry(key).state.isWritable) return;
    this.put(key, { value: value ?? null });
    for (const listener of [...this.editListeners]) listener(key);
  }

  /** A person has left the field: its text takes the form in which it is stored, and its errors show. */
  leave(key: string): void {
    const { placed, state } = this.entry(key);
    const value = canonical(placed.field, state.value);
    if (state.isTouched && sameAnswer(value, state.value)) return;
    this.put(key, sameAnswer(value, state.value) ? { isTouched: true } : { isTouched: true, value });
  }

  /** Submitting was tried: all errors show from now on. Gives the keys with errors, in document order. */
  showAllErrors(): string[] {
    this.wasSubmitTried = true;
    this.batch(() => {
      for (const key of this.entries.keys()) this.put(key, {});
    });
    return this.invalidKeys();
  }

  /** The keys that stand in the way of submitting, in document order. */
  invalidKeys(): string[] {
    return [...this.entries]
      .filter(([, { state }]) => isCounted(state) && state.errors.length > 0)
      .map(([key]) => key);
  }

  /** The next visible field that this viewer may write and has not answered, after `key`, then from the top. */
  nextUnanswered(key: string | null): string | null {
    const open = [...this.entries]
      .filter(([, { placed, state }]) => isCounted(state) && !answered(placed.field, state.value))
      .map(([each, { placed }]) => ({ key: each, index: placed.index }));
    const from = key === null ? -1 : (this.entries.get(key)?.placed.index ?? -1);
    return (open.find(({ index }) => index > from) ?? open[0])?.key ?? null;
  }

  /** What differs from what is stored, as it is to be stored. */
  unsaved(): Record<string, UnsavedAnswer> {
    const changed = [...this.entries].filter(([, { state }]) => state.isDirty);
    return Object.fromEntries(
      changed.map(([key, { placed, state }]) => [
        key,
        { value: canonical(placed.field, state.value), baseIteration: state.base },
      ]),
    );
  }

  /** All answers as they are to be stored, those of hidden fields too. */
  values(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.entries].map(([key, { placed, state }]) => [key, canonical(placed.field, state.value)]),
    );
  }

  /**
   * The server holds `value` as `iteration` now: what was sent, or, in a conflict that is to be overruled, the other's.
   * What a person has typed stays, and is unsaved where it differs.
   */
  acknowledge(key: string, value: unknown, iteration: number): void {
    this.entry(key).saved = value ?? null;
    this.put(key, { base: iteration });
  }

  /** Take the server's value in place of what was typed: the other's answer in a conflict, or a fresh load. */
  take(key: string, value: unknown, iteration: number): void {
    this.entry(key).saved = value ?? null;
    this.put(key, { base: iteration, value: value ?? null });
  }

  /** Another's answer arrived. It is shown unless this field has unsaved typing; saving that then meets the conflict. */
  receive(key: string, value: unknown, iteration: number): void {
    const { state } = this.entry(key);
    if (!state.isDirty && iteration > state.base) this.take(key, value, iteration);
  }

  /** Typing that was kept on this device comes back, with the iteration that it was based on. */
  restore(key: string, value: unknown, base: number): void {
    if (this.entries.has(key)) this.put(key, { value: value ?? null, base });
  }

  /** What this viewer may write has changed: submitted, reopened, signed. */
  setWritable(writable: ReadonlySet<string>): void {
    this.batch(() => {
      for (const key of this.entries.keys()) this.put(key, { isWritable: writable.has(key) });
    });
  }

  /** Something of an answer is not here, for the reason given, or has come: until then the form is not ready. */
  await(key: string, awaited: string | null): void {
    this.put(key, { awaited });
  }

  /** The rules know the patterns of answers now (`loadPatterns`): hold the answers against them. */
  recheck(): void {
    this.batch(() => {
      for (const [key, { placed, state }] of this.entries) {
        if (placed.field.pattern) this.put(key, { value: state.value });
      }
    });
  }

  /** Change many fields at once; the summary is looked at once, afterwards. */
  batch(change: () => void): void {
    this.batchDepth += 1;
    try {
      change();
    } finally {
      this.batchDepth -= 1;
      if (this.batchDepth === 0 && this.isSummaryStale) this.tellSummary();
    }
  }

  private entry(key: string): Entry {
    const entry = this.entries.get(key);
    if (!entry) throw new Error(`There is no field ${key} in this form`);
    return entry;
  }

  private put(key: string, change: Partial<AnswerState>): void {
    const entry = this.entry(key);
    const before = entry.state;
    const merged = { ...before, ...change };
    if ("value" in change) merged.errors = errorsOf(entry.placed, merged.value);
    merged.isDirty = !sameAnswer(canonical(entry.placed.field, merged.value), entry.saved);
    const shows = merged.isWritable && (merged.isTouched || this.wasSubmitTried);
    merged.shownErrors = shows ? merged.errors : none;
    const names = Object.keys(merged) as (keyof AnswerState)[];
    if (names.every((name) => merged[name] === before[name])) return;
    entry.state = merged;
    this.tell(key);
    if ("value" in change && this.deciding.has(key)) this.decideVisibility();
  }

  private decideVisibility(): void {
    const values = Object.fromEntries([...this.entries].map(([key, { state }]) => [key, state.value]));
    const shown = visible(this.fields, values);
    for (const [key, entry] of this.entries) {
      if (entry.state.isVisible === shown.has(key)) continue;
      entry.state = { ...entry.state, isVisible: shown.has(key) };
      this.tell(key);
    }
  }

  private tell(key: string): void {
    this.isSummaryStale = true;
    for (const listener of [...(this.listeners.get(key) ?? [])]) listener();
    if (this.batchDepth === 0) this.tellSummary();
  }

  private tellSummary(): void {
    for (const listener of [...this.summaryListeners]) listener();
  }

  private summarise(): AnswerSummary {
    const counts: { done: number; total: number; invalid: number }[] = [];
    let dirtyCount = 0;
    for (const { placed, state } of this.entries.values()) {
      counts[placed.formIndex] ??= { done: 0, total: 0, invalid: 0 };
      const count = counts[placed.formIndex] ?? { done: 0, total: 0, invalid: 0 };
      if (state.isDirty) dirtyCount += 1;
      if (!isCounted(state)) continue;
      count.total += 1;
      if (answered(placed.field, state.value)) count.done += 1;
      if (state.errors.length > 0 || state.awaited) count.invalid += 1;
    }
    const forms = Array.from(counts, (count) =>
      progressOf(count?.done ?? 0, count?.total ?? 0, count?.invalid ?? 0),
    );
    const sum = (pick: (count: (typeof counts)[number]) => number) =>
      counts.reduce((total, count) => total + (count ? pick(count) : 0), 0);
    const whole = progressOf(
      sum(({ done }) => done),
      sum(({ total }) => total),
      sum(({ invalid }) => invalid),
    );
    return { ...whole, forms, dirtyCount };
  }
}

function progressOf(done: number, total: number, invalid: number): FormProgress {
  return { ...completionOf(done, total), isValid: invalid === 0 };
}

/** Hidden fields, and those that are another's to write, count for nothing. */
function isCounted(state: AnswerState): boolean {
  return state.isVisible && state.isWritable;
}

function errorsOf(placed: PlacedField, value: unknown): readonly string[] {
  const errors = ruleErrors(placed.field, canonical(placed.field, value));
  return errors.length > 0 ? errors : none;
}
