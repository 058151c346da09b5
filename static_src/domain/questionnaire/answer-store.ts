/**
 * Answers of an open form with one subscription per field: typing in one of 500 fields renders only that field.
 * The store does not use the network. Saving is built on top of it: `onEdit` reports edits, `unsaved` returns the
 * answers to send, `acknowledge` records what the server stored.
 */
import { answered, canonical } from "./rules/answers";
import { type Completion, completionOf, parentsOf, ruleErrors, visible } from "./rules/rules";
import { ownValue, type Values } from "./rules/types";
import type { PlacedField } from "./rules/walk";
import { sameAnswer } from "./same-answer";

/** State of one answer for rendering. The object is replaced only when one of its properties changes. */
export interface AnswerState {
  /** The value as typed; `unsaved` returns it in its stored form. */
  value: unknown;
  /** Answer of an earlier round that is shown until it is confirmed or replaced; undefined if there is none. */
  offer: unknown;
  /** Iteration of the stored value that the answer is based on; 0 without a stored value. */
  base: number;
  /** True if the value differs from the stored value. */
  isDirty: boolean;
  isTouched: boolean;
  isVisible: boolean;
  isWritable: boolean;
  /** All validation errors, including those that are not shown yet. */
  errors: readonly string[];
  /** The errors to show: empty until the user has edited and left the field, or tries to submit. */
  shownErrors: readonly string[];
  /** Reason why the answer is incomplete, as a sentence: a file is still uploading, or its upload failed. */
  awaited: string | null;
}

interface FormProgress extends Completion {
  isValid: boolean;
}

/** Progress of all forms together and, in `forms`, of each form of an RFx by its index. */
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
  /** Keys that this user may write; all keys if omitted. */
  writable?: ReadonlySet<string>;
  /** Answers of an earlier round by key. They are no answers until they are confirmed. */
  offers?: Values;
}

interface Entry {
  placed: PlacedField;
  state: AnswerState;
  saved: unknown;
  /** True once the user has edited it. */
  isEdited: boolean;
}

type Listener = () => void;

const noErrors: readonly string[] = [];
const confirmFirst: readonly string[] = ["Confirm this answer, or change it."];

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
  private areGapsShown = false;

  constructor({ fields, values = {}, iterations = {}, writable, offers = {} }: AnswerStoreOptions) {
    this.fields = fields;
    this.deciding = new Set([...parentsOf(fields).values()].flat().flatMap((parent) => parent?.key ?? []));
    const visibleKeys = visible(fields, { ...values, ...offers });
    for (const placed of fields) {
      const { key } = placed;
      const value = ownValue(values, key);
      const offer = offers[key];
      const errors = this.errorsOf(placed, value, offer);
      this.entries.set(key, {
        placed,
        saved: value,
        isEdited: false,
        state: {
          value,
          offer,
          base: iterations[key] ?? 0,
          isDirty: false,
          isTouched: false,
          isVisible: visibleKeys.has(key),
          isWritable: writable?.has(key) ?? true,
          errors,
          shownErrors: noErrors,
          awaited: null,
        },
      });
    }
  }

  /** Return the state of one field. Throws for an unknown key, because that is a bug in the page. */
  get = (key: string): AnswerState => this.entry(key).state;

  subscribe = (key: string, listener: Listener): (() => void) => {
    const listeners = this.listeners.get(key) ?? new Set();
    this.listeners.set(key, listeners.add(listener));
    return () => listeners.delete(listener);
  };

  /**
   * Return the summary. The object stays the same while its content does, so that most keystrokes render nothing else.
   */
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

  /** Call `listener` with the key of each field that the user edits. Returns a function that unsubscribes. */
  onEdit(listener: (key: string) => void): () => void {
    this.editListeners.add(listener);
    return () => this.editListeners.delete(listener);
  }

  /** Record a value that the user typed or chose. */
  set(key: string, value: unknown): void {
    const entry = this.entry(key);
    if (!entry.state.isWritable) return;
    entry.isEdited = true;
    this.put(key, { value: value ?? null, offer: undefined });
    for (const listener of [...this.editListeners]) listener(key);
  }

  /** Handle blur: convert the text to its stored form and show the errors of the field. */
  leave(key: string): void {
    const { placed, state } = this.entry(key);
    const value = canonical(placed.field, state.value);
    if (state.isTouched && sameAnswer(value, state.value)) return;
    this.put(key, sameAnswer(value, state.value) ? { isTouched: true } : { isTouched: true, value });
  }

  /**
   * Show all errors from now on, after an attempt to submit; with `gaps` false without fields that the user has never
   * filled in. Returns the keys with errors, in document order.
   */
  showAllErrors({ gaps = true } = {}): string[] {
    this.wasSubmitTried = true;
    this.areGapsShown ||= gaps;
    this.batch(() => {
      for (const key of this.entries.keys()) this.put(key, {});
    });
    return this.invalidKeys();
  }

  /** Return the keys whose errors block submitting, in document order. */
  invalidKeys(): string[] {
    return [...this.entries]
      .filter(([, { state }]) => isCounted(state) && state.errors.length > 0)
      .map(([key]) => key);
  }

  /** Return the next visible, writable and unanswered field after `key`, continuing from the top, or null. */
  nextUnanswered(key: string | null): string | null {
    const unanswered = [...this.entries]
      .filter(([, { placed, state }]) => isCounted(state) && !answered(placed.field, state.value))
      .map(([fieldKey, { placed }]) => ({ key: fieldKey, index: placed.index }));
    const from = key === null ? -1 : (this.entries.get(key)?.placed.index ?? -1);
    return (unanswered.find(({ index }) => index > from) ?? unanswered[0])?.key ?? null;
  }

  /** Return true if this user has answered a field without errors; null for a field that does not count for progress. */
  isSettled(key: string): boolean | null {
    const { placed, state } = this.entry(key);
    if (!isCounted(state)) return null;
    return answered(placed.field, state.value) && state.errors.length === 0 && !state.awaited;
  }

  /** Return the answers that differ from the stored values, in their stored form. */
  unsaved(): Record<string, UnsavedAnswer> {
    const changed = [...this.entries].filter(([, { state }]) => state.isDirty);
    return Object.fromEntries(
      changed.map(([key, { placed, state }]) => [
        key,
        { value: canonical(placed.field, state.value), baseIteration: state.base },
      ]),
    );
  }

  /** Return all answers in their stored form, including the answers of hidden fields. */
  values(): Record<string, unknown> {
    return Object.fromEntries(
      [...this.entries].map(([key, { placed, state }]) => [key, canonical(placed.field, state.value)]),
    );
  }

  /**
   * Record that the server stores `value` as `iteration`: the value that was sent or, when the user overrules a
   * conflict, the other user's value. Typed text stays, and is unsaved if it differs.
   */
  acknowledge(key: string, value: unknown, iteration: number): void {
    this.entry(key).saved = value ?? null;
    this.put(key, { base: iteration });
  }

  /** Replace the typed value by the server's value: the other user's answer in a conflict, or a reload. */
  take(key: string, value: unknown, iteration: number): void {
    this.entry(key).saved = value ?? null;
    this.put(key, { base: iteration, value: value ?? null, offer: undefined });
  }

  /** Apply another user's answer, unless the field has unsaved text; saving that text then detects the conflict. */
  receive(key: string, value: unknown, iteration: number): void {
    const { state } = this.entry(key);
    if (!state.isDirty && iteration > state.base) this.take(key, value, iteration);
  }

  /** Restore a draft from this device, with the iteration that it was based on. */
  restore(key: string, value: unknown, base: number): void {
    if (this.entries.has(key)) this.put(key, { value: value ?? null, base, offer: undefined });
  }

  /** Replace the writable keys, after the RFx was submitted, reopened or signed. */
  setWritable(writable: ReadonlySet<string>): void {
    this.batch(() => {
      for (const key of this.entries.keys()) this.put(key, { isWritable: writable.has(key) });
    });
  }

  /** Set or clear (null) the reason why an answer is incomplete; until it is cleared the form is not valid. */
  await(key: string, awaited: string | null): void {
    this.put(key, { awaited });
  }

  /** Validate the answers of fields with a pattern again, once `loadPatterns` has loaded the code for patterns. */
  recheck(): void {
    this.batch(() => {
      for (const [key, { placed, state }] of this.entries) {
        if (placed.field.pattern) this.put(key, { value: state.value });
      }
    });
  }

  /** Apply several changes and notify the listeners of the summary once, at the end. */
  batch(change: () => void): void {
    this.batchDepth += 1;
    try {
      change();
    } finally {
      this.batchDepth -= 1;
      if (this.batchDepth === 0 && this.isSummaryStale) this.notifySummary();
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
    const state = { ...before, ...change };
    if ("value" in change) state.errors = this.errorsOf(entry.placed, state.value, state.offer);
    state.isDirty = !sameAnswer(canonical(entry.placed.field, state.value), entry.saved);
    // A question that the user has only passed is left, not wrong.
    const isGap = !entry.isEdited && !this.areGapsShown && !answered(entry.placed.field, state.value);
    const areErrorsShown = state.isWritable && !isGap && (state.isTouched || this.wasSubmitTried);
    state.shownErrors = areErrorsShown ? state.errors : noErrors;
    const names = Object.keys(state) as (keyof AnswerState)[];
    if (names.every((name) => state[name] === before[name])) return;
    entry.state = state;
    this.notify(key);
    if ("value" in change && this.deciding.has(key)) this.decideVisibility();
  }

  private errorsOf({ key, field }: PlacedField, value: unknown, offer: unknown): readonly string[] {
    const errors = ruleErrors(field, canonical(field, value));
    // Other questions are shown by an earlier answer too, so it cannot stay open.
    if (offer !== undefined && (errors.length > 0 || this.deciding.has(key))) return confirmFirst;
    return errors.length > 0 ? errors : noErrors;
  }

  private decideVisibility(): void {
    const values = Object.fromEntries(
      [...this.entries].map(([key, { state }]) => [key, state.offer ?? state.value]),
    );
    const visibleKeys = visible(this.fields, values);
    for (const [key, entry] of this.entries) {
      if (entry.state.isVisible === visibleKeys.has(key)) continue;
      entry.state = { ...entry.state, isVisible: visibleKeys.has(key) };
      this.notify(key);
    }
  }

  private notify(key: string): void {
    this.isSummaryStale = true;
    for (const listener of [...(this.listeners.get(key) ?? [])]) listener();
    if (this.batchDepth === 0) this.notifySummary();
  }

  private notifySummary(): void {
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

/** Return false for hidden fields and for fields that this user cannot write; they do not count for progress. */
function isCounted(state: AnswerState): boolean {
  return state.isVisible && state.isWritable;
}
