import type { AnswerSaving } from "../../../domain/saving/answer-saving";
import { type UnsentAnswer, UnsentAnswers } from "../../../domain/saving/unsent-answers";
import { currentValues } from "../detail/answering/answering";
import type { OpenRfx } from "../detail/open-rfx";
import { destinationOf, type RfxMoved } from "./former-keys";

/** Draft that no question of the new revision takes. */
export type LeftDraft = UnsentAnswer & { label: string | null; isAsked: boolean };

/** Storage of the drafts without a question, apart from the answers that are sent. */
const leftOf = ({ options }: AnswerSaving) => new UnsentAnswers(`${options.scope}.left`);

/**
 * Bring drafts that were typed before a move to the questions of the new revision, where they are sent as usual. Drafts
 * without a question are stored apart until the user discards them. Call it again whenever there are new unsent answers:
 * another tab may still show the former questions.
 */
export async function placeDrafts({ answering, rfx }: OpenRfx, moves: RfxMoved): Promise<void> {
  const { saving } = answering;
  const isForeign = (key: string) => answering.field(key) === undefined;
  const placed = new Set<string>();
  const left = leftOf(saving);
  const drafts = saving
    .mine()
    .map((draft) => ({ draft, to: destinationOf(draft, moves) }))
    .filter(({ draft, to }) => to !== null || isForeign(draft.key));
  const leaving = new Map(drafts.map(({ draft }) => [draft.key, draft]));
  for (const { draft, to } of drafts) {
    if (to === null || to.key === null || isForeign(to.key)) {
      left.store(draft);
    } else if (to.key !== draft.key || !to.isOutdated) {
      const moved = {
        ...draft,
        key: to.key,
        // A later draft under that key belongs to another question, so it must not win.
        at: Math.max(draft.at, leaving.get(to.key)?.at ?? 0),
        base: to.base,
        edit: `${draft.edit}+`,
        sent: false,
        attempts: [],
      };
      saving.storage.store(moved);
      saving.addFromElsewhere(moved);
      // The conflict with the answer that the move itself carried over is none for the user.
      if (saving.snapshot().conflicts[to.key]?.iteration === to.base) saving.keepMine(to.key);
      placed.add(to.key);
    }
  }
  await left.settled();
  await saving.storage.settled();
  for (const { draft, to } of drafts) {
    if (placed.has(draft.key) || to?.key === draft.key) continue;
    // The draft stays where it is if the browser cannot store it elsewhere.
    if (!left.safe || !saving.storage.safe) continue;
    saving.discard(draft.key, currentValues(rfx)[draft.key] ?? { value: null, iteration: 0 });
  }
  await saving.flush();
}

/** Load the drafts without a question, in the order in which they were typed. */
export async function loadLeft({ answering }: OpenRfx, moves: RfxMoved): Promise<LeftDraft[]> {
  const drafts = await leftOf(answering.saving).load();
  return drafts
    .sort((one, other) => one.at - other.at)
    .map((draft) => {
      const to = destinationOf(draft, moves);
      return { ...draft, label: to?.label ?? null, isAsked: to?.isAsked ?? false };
    });
}

/** Discard a draft without a question, because the user has copied it or does not need it. */
export async function discardLeft({ answering }: OpenRfx, { key, edit }: LeftDraft): Promise<void> {
  await leftOf(answering.saving).remove(key, edit);
}

/** Return a value as text to copy: of a list or a table, its texts. */
export function textOf(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  return Object.values(value).map(textOf).filter(Boolean).join(", ");
}
