import { AnswerStore } from "../../../../domain/questionnaire/answer-store";
import type { SigningNotice } from "../../../../domain/questionnaire/doc-context";
import { answered, canonical } from "../../../../domain/questionnaire/rules/answers";
import { type PlacedField, walkForms } from "../../../../domain/questionnaire/rules/walk";
import { sameAnswer } from "../../../../domain/questionnaire/same-answer";
import { AnswerSaving } from "../../../../domain/saving/answer-saving";
import type { CurrentValues } from "../../../../domain/saving/saving-contract";
import { putValues } from "../../saving/save-call";
import type { Rfx, RfxState, SaveResult } from "../../types";

/** A problem at a field that prevents submission. */
export type Blocker = {
  key: string;
  label: string;
  message: string;
  /** True if the field is empty, false if its answer has to be corrected. */
  isMissing: boolean;
};

const notOpenText = "This RFx does not take answers.";

/** The answers of one open RFx: the store that the form renders, and the saving. */
export class Answering {
  /** The id of the RFx. */
  readonly id: number;
  readonly fields: readonly PlacedField[];
  readonly store: AnswerStore;
  readonly saving: AnswerSaving;
  private readonly byKey: ReadonlyMap<string, PlacedField>;
  private outdatedSignatures: readonly string[];
  private state: Pick<RfxState, "actions" | "status"> & Pick<SaveResult, "completion">;
  private readonly requester: string;
  /**
   * True if the viewer submits and writes at most signatures. Then every missing answer of the respondent prevents
   * submission.
   */
  private submitsForOthers: boolean;
  private lastBlockers: readonly Blocker[] = [];

  constructor(rfx: Rfx, scope: string, onSaved: (result: SaveResult) => void) {
    const { values, outdatedSignatures } = rfx.latestValuesFvc;
    this.id = rfx.id;
    this.outdatedSignatures = outdatedSignatures;
    this.state = stateOf(rfx);
    this.requester = rfx.relationship.organisation.safeName;
    this.submitsForOthers = submitsForOthers(rfx);
    this.fields = walkForms(rfx.docForms.map(({ id, doc }) => [id, doc] as const)).map((placed) => {
      // The excerpt for a delegate may have only one of two forms with the same name.
      const qualifiedKey = `${placed.formId}.${placed.field.name}`;
      return qualifiedKey in rfx.rwMap ? { ...placed, key: qualifiedKey } : placed;
    });
    this.byKey = new Map(this.fields.map((placed) => [placed.key, placed]));
    const iterations = mapValues(values, ({ iteration }) => iteration);
    this.store = new AnswerStore({
      fields: this.fields,
      values: mapValues(values, ({ value }) => value),
      iterations,
      writable: writableKeys(rfx.rwMap),
      offers: mapValues(rfx.carried?.offers ?? {}, ({ value }) => value),
    });
    this.saving = new AnswerSaving({
      scope,
      iterations,
      send: (changed) => putValues(rfx.id, changed),
      screen: this.screen(),
      onSaved,
      same: (key, one, other) => sameAnswer(this.stored(key, one), this.stored(key, other)),
    });
    this.store.onEdit((key) => this.saving.edited(key, this.stored(key, this.store.get(key).value)));
    if (!takesAnswers(rfx)) this.saving.close(notOpenText);
  }

  field(key: string): PlacedField | undefined {
    return this.byKey.get(key);
  }

  /** Apply the state after a status change: submitted, reopened, declined, or loaded again. */
  apply(state: RfxState, { resume }: { resume: boolean }): void {
    this.outdatedSignatures = state.latestValuesFvc.outdatedSignatures;
    this.state = stateOf(state);
    this.submitsForOthers = submitsForOthers(state);
    this.store.setWritable(writableKeys(state.rwMap));
    this.saving.refresh(state.latestValuesFvc.values);
    if (!takesAnswers(state)) this.saving.close(notOpenText);
    else if (resume) this.saving.reopen();
  }

  /** Apply the response of a save. */
  saved({ outdatedSignatures, completion, status }: SaveResult): void {
    this.outdatedSignatures = outdatedSignatures;
    this.state = { ...this.state, completion, status };
  }

  /** Return the problems that prevent submission, in document order. Returns the same array until a problem changes. */
  blockers = (): readonly Blocker[] => {
    const { conflicts, refused } = this.saving.snapshot();
    const result: Blocker[] = [];
    for (const { key, field } of this.fields) {
      const message = this.blockerAt(key, key in conflicts, refused[key]);
      if (!message) continue;
      const isWrong = key in conflicts || key in refused || this.store.get(key).awaited !== null;
      const isMissing = !isWrong && !answered(field, this.store.get(key).value);
      result.push({ key, label: field.label, message, isMissing });
    }
    if (!sameAnswer(result, this.lastBlockers)) this.lastBlockers = result;
    return this.lastBlockers;
  };

  subscribeBlockers = (listener: () => void): (() => void) => {
    const unsubscribes = [this.store.subscribeSummary(listener), this.saving.subscribe(listener)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  };

  /** Says at a signature that is the last missing answer that signing submits the response (specification, section 4). */
  readonly signing: SigningNotice = {
    subscribe: this.subscribeBlockers,
    textFor: (key) =>
      this.submitsOnSigning(key)
        ? `This is the last answer: signing sends your response to ${this.requester}.`
        : null,
  };

  private submitsOnSigning(key: string): boolean {
    const { actions, status, completion } = this.state;
    if (!actions.submit || status === "COMPLETED" || this.store.isSettled(key) !== false) return false;
    const own = this.store.summary();
    const share = actions.answer && own.total > 0 ? own : completion;
    return share.total - share.answered === 1 && this.blockers().every((blocker) => blocker.key === key);
  }

  private blockerAt(key: string, inConflict: boolean, refusal: string | undefined): string | null {
    if (inConflict) return "Choose which answer to keep.";
    if (refusal) return refusal;
    const { isVisible, isWritable, awaited, errors, value } = this.store.get(key);
    const field = this.byKey.get(key)?.field;
    if (!field || !isVisible) return null;
    if (!isWritable && !(this.submitsForOthers && field.writableBy !== "REQUESTER")) return null;
    if (awaited) return awaited;
    if (errors[0]) return errors[0];
    if (field.type !== "FORMSIGNATURE") return null;
    if (!answered(field, value)) return "Sign here.";
    return this.outdatedSignatures.includes(key)
      ? "Answers have changed since this was signed. Sign again."
      : null;
  }

  private stored(key: string, value: unknown): unknown {
    const field = this.byKey.get(key)?.field;
    return field ? canonical(field, value) : value;
  }

  /** Return the store as an `AnswerScreen` that ignores keys without a field in the forms. */
  private screen() {
    const hasField = (key: string) => this.byKey.has(key);
    const { store } = this;
    return {
      restore: (key: string, value: unknown, base: number) => {
        if (hasField(key)) store.restore(key, value, base);
      },
      take: (key: string, value: unknown, iteration: number) => {
        if (hasField(key)) store.take(key, value, iteration);
      },
      acknowledge: (key: string, value: unknown, iteration: number) => {
        if (hasField(key)) store.acknowledge(key, value, iteration);
      },
    };
  }
}

function stateOf({ actions, status, latestValuesFvc }: RfxState): Answering["state"] {
  return { actions, status, completion: latestValuesFvc.completion };
}

/** Return true if this viewer may write any field now. */
export function takesAnswers({ rwMap }: Pick<RfxState, "rwMap">): boolean {
  return Object.values(rwMap).includes(true);
}

function submitsForOthers(state: Pick<RfxState, "rwMap" | "actions">): boolean {
  return state.actions.submit && !(state.actions.answer && takesAnswers(state));
}

/** Return the progress in percent: of the viewer's own fields, or of all fields if the viewer only signs or submits. */
export function percentDone({ actions }: Pick<Rfx, "actions">, own: Share, whole: Share): number {
  return actions.answer && own.total > 0 ? own.percent : whole.percent;
}

type Share = { total: number; percent: number };

/** Return the values of a state in the format of `AnswerSaving`. */
export function currentValues({ latestValuesFvc }: RfxState): CurrentValues {
  return latestValuesFvc.values;
}

function writableKeys(rwMap: RfxState["rwMap"]): Set<string> {
  return new Set(Object.keys(rwMap).filter((key) => rwMap[key]));
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}
