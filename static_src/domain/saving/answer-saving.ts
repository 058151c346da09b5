import { errorText } from "../../api/errors";
import { SaveSchedule } from "../../lib/state/save-schedule";
import { joinTabs, oneTabAtATime, type TabLink } from "./other-tabs";
import { failureOf, isSignedOut } from "./save-failure";
import type * as contract from "./saving-contract";
import { savingState } from "./saving-state";
import { attemptsAfter, sameText, type UnsentAnswer, UnsentAnswers, valuesOf } from "./unsent-answers";

const debounce = 1_000;
/** Delay before this tab sends an answer that was typed in another tab, in case that tab has not, ms. */
const otherTabsDelay = 10_000;
const maxBatch = 200;

/**
 * Saving of answers (product decisions, RFx: answers are never lost). Each edit is stored in the browser at once and
 * sent 1 s after the last edit, with the iteration that it is based on. Answers that the server has not acknowledged
 * are sent again until it has. If another user has changed the answer meanwhile, the user chooses.
 */
export class AnswerSaving<R extends contract.SaveOutcome = contract.RfxSaveResult> {
  readonly options: contract.AnswerSavingOptions<R>;
  readonly storage: UnsentAnswers;
  private readonly same: NonNullable<contract.AnswerSavingOptions<R>["same"]>;
  private readonly iterations: Map<string, number>;
  private readonly unsent = new Map<string, UnsentAnswer>();
  private readonly conflicts = new Map<string, contract.Conflict>();
  private readonly refused = new Map<string, { edit: string; sentence: string }>();
  private readonly listeners = new Set<() => void>();
  private readonly tab = Math.random().toString(36).slice(2, 10);
  private tabs: TabLink<contract.TabMessage<R>> | null = null;
  private readonly schedule = new SaveSchedule(() => this.sendDue());
  private running: Promise<void> | null = null;
  private edits = 0;
  private lastEditAt = 0;
  private batch = maxBatch;
  private savedAt: number | null = null;
  private closed: string | null = null;
  private signedOut = false;
  private state: contract.SavingState;

  constructor(options: contract.AnswerSavingOptions<R>) {
    this.options = options;
    this.storage = options.unsent ?? new UnsentAnswers(options.scope);
    this.same = options.same ?? sameText;
    this.iterations = new Map(Object.entries(options.iterations));
    this.state = this.currentState();
  }

  /**
   * Restore the stored answers of an earlier page, connect to the other tabs, and send. Returns a function that stops
   * it.
   */
  start(): () => void {
    this.tabs = joinTabs<contract.TabMessage<R>>(`assay.answers.${this.options.scope}`, (message) =>
      this.receive(message),
    );
    const stopSchedule = this.schedule.follow({
      back: () => this.sendNow(),
      leaving: () => this.sendBeforeClose(),
      flush: () => this.flush(),
      atRisk: () => this.unsent.size > 0 && !this.storage.safe,
      isKept: () => this.unsent.size > 0 && this.storage.safe,
    });
    this.restoreStored().then(() => this.sendNow());
    return () => {
      stopSchedule();
      this.storage.storeNow();
      this.tabs?.close();
      this.tabs = null;
    };
  }

  /** Record an edit by the user. */
  edited(key: string, value: unknown): void {
    const before = this.unsent.get(key);
    this.lastEditAt = Math.max(Date.now(), this.lastEditAt + 1);
    this.edits += 1;
    const answer: UnsentAnswer = {
      key,
      value,
      base: before?.base ?? this.iterations.get(key) ?? 0,
      edit: `${this.tab}-${this.edits}`,
      at: this.lastEditAt,
      sent: false,
      attempts: attemptsAfter(before),
    };
    this.unsent.set(key, answer);
    this.storage.store(answer);
    this.tabs?.post({ type: "edited", answer });
    this.schedule.soon(debounce);
    this.notifyListeners();
  }

  /** Send all unsent answers now. Resolves to true if everything is acknowledged. */
  async flush(): Promise<boolean> {
    if (this.running) await this.running;
    while (this.sendableAnswers().length > 0) {
      const failures = this.schedule.failures;
      await this.run();
      if (this.schedule.failures > failures) break;
    }
    return this.unsent.size === 0;
  }

  /** Resolve a conflict with the user's value: send it over the other user's value. */
  keepMine(key: string): void {
    const theirs = this.conflicts.get(key);
    const mine = this.unsent.get(key);
    if (!theirs || !mine) return;
    this.conflicts.delete(key);
    this.store({ ...mine, base: theirs.iteration, sent: false, attempts: [] });
    this.schedule.soon(0);
    this.notifyListeners();
  }

  /** Resolve a conflict with the other user's value, and discard the user's value. */
  takeTheirs(key: string): void {
    const theirs = this.conflicts.get(key);
    if (!theirs) return;
    this.discard(key, theirs);
  }

  /** Discard all unsent answers and show the server's values. Called only if the user asks for it. */
  discardAll(current: contract.CurrentValues): void {
    for (const key of [...this.unsent.keys()]) {
      this.discard(key, current[key] ?? { value: null, iteration: 0 });
    }
  }

  /** Apply the server's latest values. Unsent answers stay, unless the RFx no longer accepts answers. */
  refresh(current: contract.CurrentValues): void {
    for (const [key, { value, iteration }] of Object.entries(current)) {
      const isNewer = iteration > (this.iterations.get(key) ?? 0);
      if (isNewer) this.iterations.set(key, iteration);
      if (isNewer && !this.unsent.has(key)) this.options.screen.take(key, value, iteration);
    }
    if (this.closed === null) return;
    for (const key of this.unsent.keys()) {
      this.options.screen.take(key, current[key]?.value ?? null, current[key]?.iteration ?? 0);
    }
  }

  /** Stop sending because the RFx no longer accepts answers. Unsent answers stay stored and are shown in a notice. */
  close(sentence: string): void {
    if (this.closed !== null) return;
    this.closed = sentence;
    this.notifyListeners();
  }

  /** Resume with the stored answers, because the RFx accepts answers again. */
  reopen(): void {
    if (this.closed === null) return;
    this.closed = null;
    this.signedOut = false;
    for (const { key, value, base } of this.unsent.values()) this.options.screen.restore(key, value, base);
    this.schedule.soon(0);
    this.notifyListeners();
  }

  /** Return the unsent answers of this user. */
  mine(): readonly UnsentAnswer[] {
    return [...this.unsent.values()];
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  snapshot = (): contract.SavingState => this.state;

  /** Restore the answers of an earlier page or of a closed tab. */
  private async restoreStored(): Promise<void> {
    for (const answer of await this.storage.load()) this.addFromElsewhere(answer);
    this.notifyListeners();
  }

  /** Add an answer that was typed elsewhere, unless a later one was typed here. */
  addFromElsewhere(answer: UnsentAnswer): boolean {
    const own = this.unsent.get(answer.key);
    if (own && (own.at > answer.at || own.edit === answer.edit)) return false;
    this.unsent.set(answer.key, answer);
    if (this.closed === null) this.options.screen.restore(answer.key, answer.value, answer.base);
    return true;
  }

  private receive(message: contract.TabMessage<R>): void {
    if (message.type === "edited") {
      if (this.addFromElsewhere(message.answer)) this.schedule.soon(otherTabsDelay);
    } else if (message.type === "settled") {
      this.settle(message.sent, message.result);
    } else {
      this.drop(message.key, message.value, message.iteration);
    }
    this.notifyListeners();
  }

  /** Discard the unsent answer of a key, here and in the other tabs, and show the server's value. */
  discard(key: string, { value, iteration }: contract.CurrentValues[string]): void {
    this.drop(key, value, iteration);
    this.tabs?.post({ type: "dropped", key, value, iteration });
    this.notifyListeners();
  }

  private drop(key: string, value: unknown, iteration: number): void {
    const mine = this.unsent.get(key);
    this.iterations.set(key, iteration);
    this.conflicts.delete(key);
    this.refused.delete(key);
    this.unsent.delete(key);
    if (mine) this.storage.remove(key, mine.edit);
    this.options.screen.take(key, value, iteration);
  }

  private store(answer: UnsentAnswer): void {
    this.unsent.set(answer.key, answer);
    this.storage.store(answer);
  }

  /** Return the answers to send: no conflict, and not the edit that the server has refused. */
  private sendableAnswers(): UnsentAnswer[] {
    if (this.closed !== null) return [];
    return [...this.unsent.values()].filter(
      ({ key, edit }) => !this.conflicts.has(key) && this.refused.get(key)?.edit !== edit,
    );
  }

  /** Callback of the timer: send after the save in progress, unless that save failed and waits for its retry. */
  private async sendDue(): Promise<void> {
    if (this.running) {
      await this.running;
      if (this.schedule.failures > 0) return;
    }
    if (this.sendableAnswers().length > 0) await this.run();
  }

  private sendNow(): void {
    if (this.sendableAnswers()[0]) this.schedule.soon(0);
  }

  /**
   * Send at once without waiting, because the page may close any moment. Skip answers with an earlier value in
   * flight: the server would treat the newer value as a conflict with that one.
   */
  private sendBeforeClose(): void {
    const last = this.sendableAnswers().filter(
      ({ sent, attempts }) => !this.running || (!sent && attempts.length === 0),
    );
    if (last.length === 0) {
      this.storage.storeNow();
      return;
    }
    this.schedule.cancel();
    const sending = this.sendBatch(last.slice(0, this.batch), true)
      .catch((error) => this.schedule.failed(error))
      .finally(() => {
        if (this.running === sending) this.running = null;
        if (this.schedule.failures === 0) this.sendNow();
        this.notifyListeners();
      }) as Promise<void>;
    this.running ??= sending;
  }

  private run(): Promise<void> {
    this.schedule.cancel();
    this.running ??= oneTabAtATime(`assay.answers.${this.options.scope}`, () => this.sendAll())
      .catch((error) => this.schedule.failed(error))
      .finally(() => {
        this.running = null;
        this.notifyListeners();
      });
    this.notifyListeners();
    return this.running;
  }

  /** Send the current answers until all are sent or a save fails. Later edits have their own timer. */
  private async sendAll(): Promise<void> {
    const due = new Set(this.sendableAnswers().map(({ edit }) => edit));
    // Another tab may have stored answers that this tab has not received.
    for (const answer of await this.storage.load()) if (this.addFromElsewhere(answer)) due.add(answer.edit);
    const next = () => this.sendableAnswers().filter(({ edit }) => due.has(edit));
    for (let batch = next(); batch.length > 0; batch = next()) {
      if (!(await this.sendBatch(batch.slice(0, this.batch)))) return;
    }
  }

  private async sendBatch(batch: UnsentAnswer[], isLeaving = false): Promise<boolean> {
    const sent = batch.map((answer) => ({ ...answer, sent: true }));
    for (const [index, answer] of sent.entries()) if (!batch[index]?.sent) this.store(answer);
    this.notifyListeners();
    // Store before sending, so that a later page knows that the server may have the value.
    if (isLeaving) this.storage.storeNow();
    else await this.storage.settled();
    try {
      const result = await this.options.send(valuesOf(sent));
      this.schedule.succeeded();
      this.batch = maxBatch;
      this.settle(sent, result);
      this.tabs?.post({ type: "settled", sent, result });
      await this.storage.settled();
      return true;
    } catch (error) {
      return this.fail(error, sent);
    }
  }

  /** Apply the save response to the sent answers. */
  private settle(sent: UnsentAnswer[], result: R): void {
    this.savedAt = Date.now();
    for (const answer of sent) {
      const { key } = answer;
      const now = this.unsent.get(key);
      const saved = result.saved[key];
      const conflict = result.conflicts[key];
      const sentence = result.refused[key];
      if (saved) this.acknowledge(answer, now, saved.iteration, saved.value);
      else if (conflict) this.handleConflict(answer, now, conflict);
      else if (sentence) this.refused.set(key, { edit: answer.edit, sentence });
    }
    this.options.onSaved?.(result);
    this.notifyListeners();
  }

  private acknowledge(
    sent: UnsentAnswer,
    now: UnsentAnswer | undefined,
    iteration: number,
    stored: unknown,
  ): void {
    const { key } = sent;
    this.iterations.set(key, Math.max(iteration, this.iterations.get(key) ?? 0));
    this.storage.remove(key, sent.edit);
    this.refused.delete(key);
    if (!now || now.edit === sent.edit) {
      this.unsent.delete(key);
      this.conflicts.delete(key);
      // The response contains the server's additions to a signature.
      if (stored !== undefined || !now) this.options.screen.take(key, stored ?? sent.value, iteration);
      else this.options.screen.acknowledge(key, sent.value, iteration);
    } else {
      // The user typed during the save: the new edit is based on the iteration that the save created.
      this.store({ ...now, base: iteration, attempts: [] });
      this.options.screen.acknowledge(key, sent.value, iteration);
    }
  }

  /** Handle a conflict: with another user's answer, or with this user's own answer whose acknowledgement was lost. */
  private handleConflict(sent: UnsentAnswer, now: UnsentAnswer | undefined, theirs: contract.Conflict): void {
    if (!now) return;
    if (sent.attempts.some((value) => this.same(sent.key, value, theirs.value))) {
      this.store({ ...now, base: theirs.iteration, sent: false, attempts: [] });
    } else {
      this.conflicts.set(sent.key, theirs);
    }
  }

  private fail(error: unknown, sent: UnsentAnswer[]): boolean {
    const failure = failureOf(error);
    if (failure === "retry") {
      this.schedule.failed(error);
      return false;
    }
    if (failure === "closed") {
      this.closed = errorText(error);
      this.signedOut = isSignedOut(error);
      return false;
    }
    const [only] = sent;
    if (sent.length === 1 && only) {
      this.batch = maxBatch;
      this.refused.set(only.key, { edit: only.edit, sentence: errorText(error) });
    } else {
      // One value of the batch is invalid. Halve the batch to isolate it, so that the other answers are saved.
      this.batch = Math.ceil(sent.length / 2);
    }
    return true;
  }

  private notifyListeners(): void {
    const state = this.currentState();
    if (JSON.stringify(state) === JSON.stringify(this.state)) return;
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private currentState(): contract.SavingState {
    return savingState({
      unsent: this.unsent.size,
      savedAt: this.savedAt,
      conflicts: this.conflicts,
      refused: this.refused,
      closed: this.closed,
      signedOut: this.signedOut,
      isSafe: this.storage.safe,
      isSending: this.running !== null && this.schedule.failures === 0 && this.sendableAnswers().length > 0,
      waiting: () => this.schedule.waiting(this.storage.safe),
    });
  }
}
