import type { LiveRfx } from "../live/live-rfx";
import type { Rfx } from "../types";
import type { Answering } from "./answering/answering";

/** One RFx on the screen: the state from the server, its answers, and the actions of this viewer. */
export type OpenRfx = {
  rfx: Rfx;
  answering: Answering;
  /** The changes by others, and the people who have the RFx open. */
  live: LiveRfx;
  /** True while a submission is in progress, started by the button or by a signature. */
  submitting: boolean;
  /** Errors of the submit response, by key. */
  faults: Readonly<Record<string, string[]>>;
  submit: () => Promise<void>;
  /** Apply the state after another status change, and notify the other islands of the page. */
  moved: (changes: Partial<Rfx>) => void;
  /** Load status and values again. */
  reload: (options?: { resume: boolean }) => Promise<void>;
  /** Called after a signature. If it completes the response, the response is submitted after the save. */
  signed: (key: string) => void;
};
