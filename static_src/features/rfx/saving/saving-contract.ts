import type { SavingText } from "../../../lib/state/save-schedule";
import type { Conflict, SaveResult, ValueToSave } from "../types";
import type { UnsentAnswer, UnsentAnswers } from "./unsent-answers";

/** State of the saving, for the page. */
export type SavingState = {
  text: SavingText;
  /** Time of the last acknowledgement, ms; null before the first. */
  savedAt: number | null;
  /** Number of answers that are not acknowledged. */
  unsent: number;
  conflicts: Readonly<Record<string, Conflict>>;
  /** Answers that the server has refused: key -> error message. */
  refused: Readonly<Record<string, string>>;
  /** Error message if the RFx no longer accepts answers. */
  closed: string | null;
  /** True if it is closed because the sign-in was refused, which may be temporary. */
  signedOut: boolean;
};

/** Values of the server, by key. */
export type CurrentValues = Readonly<Record<string, { value: unknown; iteration: number }>>;

/** Interface of the answer store that shows the results of saving. */
type AnswerScreen = {
  /** Show an unsent value that was typed elsewhere, based on the iteration `base`. */
  restore: (key: string, value: unknown, base: number) => void;
  /** Replace the shown value by the server's value. */
  take: (key: string, value: unknown, iteration: number) => void;
  /** Record that the server has this value; the shown value stays. */
  acknowledge: (key: string, value: unknown, iteration: number) => void;
};

export type AnswerSavingOptions = {
  /** One user in one RFx: the name of the stored answers and of the channel between tabs. */
  scope: string;
  /** Iterations of the values in the page. */
  iterations: Readonly<Record<string, number>>;
  send: (values: Record<string, ValueToSave>) => Promise<SaveResult>;
  screen: AnswerScreen;
  /** Called after an acknowledged save, in this tab or in another. */
  onSaved?: (result: SaveResult) => void;
  /** Return true if two values of a field are the same answer. */
  same?: (key: string, one: unknown, other: unknown) => boolean;
  unsent?: UnsentAnswers;
};

/** Message between tabs. */
export type TabMessage =
  | { type: "edited"; answer: UnsentAnswer }
  | { type: "settled"; sent: UnsentAnswer[]; result: SaveResult }
  | { type: "dropped"; key: string; value: unknown; iteration: number };
