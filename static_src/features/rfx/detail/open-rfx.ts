import type { Rfx } from "../types";
import type { Answering } from "./answering/answering";

/** One RFx on screen: what the server says of it, its answers, and the moves that this viewer can make. */
export type OpenRfx = {
  rfx: Rfx;
  answering: Answering;
  /** A submission is under way, by the button or by a signature. */
  submitting: boolean;
  /** Faults that the server found when submitting, by key. */
  faults: Readonly<Record<string, string[]>>;
  submit: () => Promise<void>;
  /** Take the state after another move, and tell the page's other islands. */
  moved: (changes: Partial<Rfx>) => void;
  /** Load status and values again. */
  reload: (options?: { resume: boolean }) => Promise<void>;
  /** Somebody has signed: when that completes the response, it is submitted after the save. */
  signed: (key: string) => void;
};
