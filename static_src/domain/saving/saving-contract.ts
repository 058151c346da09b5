import type { ApiResponse } from "../../api/types";
import type { SavingText } from "../../lib/state/save-schedule";
import type { UnsentAnswer, UnsentAnswers, ValueToSave } from "./unsent-answers";

/** The current value of a key whose save was based on an older one. */
export type Conflict = ApiResponse<"Conflict">;

/** The result of a save for each key. */
export type SaveOutcome = {
  saved: Readonly<Record<string, { iteration: number; value?: unknown }>>;
  conflicts: Readonly<Record<string, Conflict>>;
  refused: Readonly<Record<string, string>>;
};

/** The result of saving the answers of an RFx. */
export type RfxSaveResult = ApiResponse<"SaveResult">;

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

export type AnswerSavingOptions<R extends SaveOutcome = RfxSaveResult> = {
  /** One user in one RFx: the name of the stored answers and of the channel between tabs. */
  scope: string;
  /** Iterations of the values in the page. */
  iterations: Readonly<Record<string, number>>;
  send: (values: Record<string, ValueToSave>) => Promise<R>;
  screen: AnswerScreen;
  /** Called after an acknowledged save, in this tab or in another. */
  onSaved?: (result: R) => void;
  /** Return true if two values of a field are the same answer. */
  same?: (key: string, one: unknown, other: unknown) => boolean;
  unsent?: UnsentAnswers;
};

/** Message between tabs. */
export type TabMessage<R extends SaveOutcome = RfxSaveResult> =
  | { type: "edited"; answer: UnsentAnswer }
  | { type: "settled"; sent: UnsentAnswer[]; result: R }
  | { type: "dropped"; key: string; value: unknown; iteration: number };
