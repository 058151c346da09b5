import { answered } from "../../../domain/questionnaire/rules/answers";
import type { Answering } from "../detail/answering/answering";
import type { Rfx } from "../types";

export type Offers = Rfx["reuse"];
export type Offer = NonNullable<Offers>[string];

/** Return the earlier answer to a field that is visible, writable and not answered; otherwise null. */
export function earlierAnswerFor(reuse: Offers, answering: Answering, key: string): Offer | null {
  const placed = answering.field(key);
  if (!reuse?.[key] || !placed) return null;
  const { isVisible, isWritable, value } = answering.store.get(key);
  return isVisible && isWritable && !answered(placed.field, value) ? reuse[key] : null;
}
