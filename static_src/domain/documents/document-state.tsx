import type { ApiResponse } from "../../api/types";
import { type Reader, useDates } from "../../lib/text/dates";
import { Badge, type Tone } from "../../ui/badge";
import type { IconName } from "../../ui/icons";

export type Requirement = ApiResponse<"Requirement">;
export type DocumentState = Requirement["state"];

type Info = { label: string; tone: Tone; icon: IconName };

/** Word, colour and icon of each state. EXPIRING and WAIVED show their date instead of the word (`documentStateText`). */
export const documentStates: Record<DocumentState, Info> = {
  MISSING: { label: "Missing", tone: "bad", icon: "error" },
  ASKED: { label: "Asked", tone: "info", icon: "send" },
  RECEIVED: { label: "To review", tone: "info", icon: "preview" },
  ACCEPTED: { label: "Valid", tone: "ok", icon: "completed" },
  EXPIRING: { label: "Ends soon", tone: "wait", icon: "clock" },
  EXPIRED: { label: "Expired", tone: "bad", icon: "expired" },
  REJECTED: { label: "Rejected", tone: "bad", icon: "declined" },
  WAIVED: { label: "Waived", tone: "none", icon: "none" },
};

type State = { state: DocumentState; validUntil?: string | null; waivedUntil?: string | null };

/** Return the words of a state: "Ends in 12 days", "Waived until 3 Mar 2027", else its label. */
export function documentStateText({ state, validUntil, waivedUntil }: State, dates: Reader): string {
  if (state === "WAIVED" && waivedUntil) return `Waived until ${dates.date(waivedUntil)}`;
  const days = state === "EXPIRING" ? dates.daysLeft(validUntil) : null;
  if (days === null || days < 0) return documentStates[state].label;
  if (days === 0) return "Ends today";
  return days === 1 ? "Ends tomorrow" : `Ends in ${days} days`;
}

/** The badge of the state of a requirement. */
export function DocumentStateBadge(props: State) {
  const dates = useDates();
  const { tone, icon } = documentStates[props.state];
  return (
    <Badge tone={tone} icon={icon}>
      {documentStateText(props, dates)}
    </Badge>
  );
}
