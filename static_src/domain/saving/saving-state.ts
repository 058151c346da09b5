import type { SavingText } from "../../lib/state/save-schedule";
import type { Conflict, SavingState } from "./saving-contract";

type Parts = Pick<SavingState, "savedAt" | "unsent" | "closed" | "signedOut"> & {
  conflicts: ReadonlyMap<string, Conflict>;
  refused: ReadonlyMap<string, { sentence: string }>;
  /** True if the unsent answers are stored in the browser. */
  isSafe: boolean;
  isSending: boolean;
  /** Return the text while answers wait for the next save. */
  waiting: () => SavingText;
};

/** Return the state of the saving for the page. */
export function savingState(parts: Parts): SavingState {
  const { savedAt, unsent, conflicts, refused, closed, signedOut } = parts;
  return {
    text: savingText(parts),
    savedAt,
    unsent,
    conflicts: Object.fromEntries(conflicts),
    refused: Object.fromEntries([...refused].map(([key, { sentence }]) => [key, sentence])),
    closed,
    signedOut,
  };
}

function savingText({ unsent, closed, isSafe, isSending, waiting }: Parts): SavingText {
  if (unsent === 0) return "All changes saved";
  if (closed !== null && isSafe) return "Kept";
  return isSending ? "Saving..." : waiting();
}
