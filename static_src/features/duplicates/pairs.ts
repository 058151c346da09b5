import type { ApiResponse } from "../../api/types";

export type Pair = ApiResponse<"Pair">;
export type PairSupplier = Pair["suppliers"][number];

/** The suppliers of a pair that can be merged away: those that have not accepted their invitation. */
export const mergeable = ({ suppliers }: Pair): PairSupplier[] =>
  suppliers.filter(({ isInvited }) => isInvited);

const reasonTexts: Record<Exclude<Pair["reasons"][number], "NAME">, string> = {
  OWN_NUMBER: "Same supplier number",
  TAX_NUMBER: "Same tax number",
  REGISTRATION_NUMBER: "Same registration number",
  LEI: "Same LEI",
  DUNS: "Same D-U-N-S number",
  DOMAIN: "Same mail domain",
};

/** Return the reasons of a pair as short texts, the strongest first ('Name 96 %, same city'). */
export function reasonsOf({ reasons, similarity, isSameCity }: Pair): string[] {
  const name = similarity === 100 ? "Same name" : `Name ${similarity} %`;
  return reasons.map((reason) =>
    reason === "NAME" ? (isSameCity ? `${name}, same city` : name) : reasonTexts[reason],
  );
}
