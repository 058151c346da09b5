import { screen } from "@testing-library/react";
import OrganisationPage from "../features/network/organisation/organisation";
import type { Organisation } from "../features/network/types";
import { toasts } from "../lib/toasts";
import { anOrganisation } from "./network";
import { renderOnPage } from "./page";
import { answerCalls, type Call } from "./server";

const emptySummary = {
  score: null,
  ncrs: [],
  recurring: [],
  requests: { count: 0, started: 0, nextDeadline: null },
  followUps: { count: 0, late: 0, answered: 0 },
};

/** Answer the requests of the summary; `answer` answers all others, and the result lists only those. */
export function answerOthers(
  answer: Parameters<typeof answerCalls>[0],
  { summary = emptySummary }: { summary?: unknown } = {},
): Call[] {
  const others: Call[] = [];
  answerCalls((call) => {
    if (call.url.pathname.endsWith("/summary")) return { body: summary };
    if (call.url.pathname === "/api/schedule") return { body: [] };
    if (call.url.pathname === "/api/eventLog") return { body: [] };
    others.push(call);
    return answer(call);
  });
  return others;
}

const keeper = { permissions: ["MANAGE_RELATIONSHIPS", "SEND_MESSAGES"], path: "/organisations/8" };

/** Render the page of an organisation for a user who manages its relationship. */
export function openPage(changes: Record<string, unknown> = {}, context = {}) {
  toasts.clear();
  renderOnPage(<OrganisationPage organisation={anOrganisation(changes) as Organisation} />, {
    ...keeper,
    ...context,
  });
}

export const shownToasts = () =>
  (JSON.parse(sessionStorage.getItem("assay.toasts") ?? "[]") as { text: string }[]).map(({ text }) => text);
export const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
export const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);
