import type { SavingText } from "../../../lib/state/save-schedule";
import type { Conflict, SaveResult, ValueToSave } from "../types";
import type { UnsentAnswer, UnsentAnswers } from "./unsent-answers";

/** What saving tells the page of itself. */
export type SavingState = {
  text: SavingText;
  /** When the server last acknowledged something, ms; null before the first time. */
  savedAt: number | null;
  /** Answers not acknowledged. */
  unsent: number;
  conflicts: Readonly<Record<string, Conflict>>;
  /** Answers that the server does not take, each with its sentence. */
  refused: Readonly<Record<string, string>>;
  /** Why nothing is taken any more (the RFx was closed meanwhile), as a sentence. */
  closed: string | null;
  /** That is so because the sign-in was refused, which may be different a moment later. */
  signedOut: boolean;
};

/** What the server has, by key. */
export type CurrentValues = Readonly<Record<string, { value: unknown; iteration: number }>>;

/** The open form, as far as saving changes it: the answer store of the page. */
export type AnswerScreen = {
  /** Something typed elsewhere, and not stored yet, over this iteration. */
  restore: (key: string, value: unknown, base: number) => void;
  /** The server's value, in place of what is shown. */
  take: (key: string, value: unknown, iteration: number) => void;
  /** The server holds this value; what is shown stays. */
  acknowledge: (key: string, value: unknown, iteration: number) => void;
};

export type AnswerSavingOptions = {
  /** One person in one RFx: names what is kept, and the tabs that belong together. */
  scope: string;
  /** Iterations that came with the page. */
  iterations: Readonly<Record<string, number>>;
  send: (values: Record<string, ValueToSave>) => Promise<SaveResult>;
  screen: AnswerScreen;
  /** A save was acknowledged, here or in another tab. */
  onSaved?: (result: SaveResult) => void;
  /** Whether two values of a field are the same answer. */
  same?: (key: string, one: unknown, other: unknown) => boolean;
  unsent?: UnsentAnswers;
};

/** What one tab tells the others. */
export type TabMessage =
  | { type: "edited"; answer: UnsentAnswer }
  | { type: "settled"; sent: UnsentAnswer[]; result: SaveResult }
  | { type: "dropped"; key: string; value: unknown; iteration: number };
