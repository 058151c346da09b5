import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { type BrowserEvents, emit, listen } from "../../lib/events";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { FirstSteps } from "./first-steps";
import type { FirstStepsState } from "./types";

const supplier: FirstStepsState = {
  inviter: { id: 3, name: "Meridian Surgical Ltd", logoUrl: null, href: "/organisations/3" },
  openRequests: 2,
  nextDeadline: "2026-12-10T17:00:00Z",
  steps: [
    { key: "PROFILE", isDone: true, rfxId: null },
    { key: "COLLEAGUE", isDone: false, rfxId: null },
    { key: "ANSWERS", isDone: false, rfxId: 41 },
  ],
};
const buyer: FirstStepsState = {
  inviter: null,
  openRequests: 0,
  nextDeadline: null,
  steps: [
    { key: "SUPPLIER", isDone: false, rfxId: null },
    { key: "QUESTIONNAIRE", isDone: false, rfxId: null },
    { key: "REQUEST", isDone: false, rfxId: null },
  ],
};

const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("a supplier sees its inviter, the requests and its progress", () => {
  renderOnPage(<FirstSteps first={supplier} />);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toMatch(/Meridian Surgical Ltd invited you$/);
  expect(hrefOf("Meridian Surgical Ltd")).toBe("/organisations/3");
  const asked = screen.getByRole("link", { name: "2 requests" });
  expect(asked.getAttribute("href")).toBe("/rfx?direction=received");
  expect(asked.closest("p")?.textContent).toMatch(
    /^2 requests are waiting for your answer, the first due .*10/,
  );
  expect(screen.getByRole("status").textContent).toBe("1 of 3 steps done");
  const [profile, , answers] = screen.getAllByRole("listitem");
  expect(within(profile as HTMLElement).getByText("(done)")).toBeTruthy();
  expect(within(profile as HTMLElement).queryByRole("link")).toBeNull();
  expect(within(answers as HTMLElement).queryByText("(done)")).toBeNull();
  expect(hrefOf("Start answering")).toBe("/rfx/41");
});

test("one request is in the singular, and without one there is nothing to open", () => {
  renderOnPage(<FirstSteps first={{ ...supplier, openRequests: 1 }} />);
  expect(screen.getByRole("link", { name: "1 request" }).closest("p")?.textContent).toMatch(
    /^1 request is waiting for your answer, due /,
  );
});

test("a hidden inviter has no link, and nothing is asked yet", () => {
  const steps = [{ key: "ANSWERS" as const, isDone: false, rfxId: null }];
  const inviter = { id: 3, name: "Meridian", logoUrl: null, href: null };
  renderOnPage(<FirstSteps first={{ inviter, openRequests: 0, nextDeadline: null, steps }} />);
  expect(screen.getByText("Meridian")).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
  expect(screen.getByText("There is nothing to answer yet.")).toBeTruthy();
  expect(screen.getByRole("status").textContent).toBe("0 of 1 step done");
});

test("a buyer invites, prepares and sends", async () => {
  const opened: BrowserEvents["OPEN_NEW_MESSAGE"][] = [];
  const stop = listen("OPEN_NEW_MESSAGE", (detail) => opened.push(detail));
  renderOnPage(<FirstSteps first={buyer} />);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("First steps");
  expect(hrefOf("Invite supplier")).toBe("/organisations/invite");
  expect(hrefOf("Open forms")).toBe("/forms");
  await userEvent.click(screen.getByRole("button", { name: "New RFx..." }));
  expect(opened).toEqual([{ type: "RFI" }]);
  stop();
});

test("inviting a colleague opens the modal, and the step is done afterwards", async () => {
  let modals = 0;
  const stop = listen("OPEN_ADD_USER", () => {
    modals += 1;
  });
  const steps = supplier.steps.map((step) => (step.key === "COLLEAGUE" ? { ...step, isDone: true } : step));
  const calls = answerCalls(() => ({ body: { ...supplier, steps } }));
  renderOnPage(<FirstSteps first={supplier} />);
  await userEvent.click(screen.getByRole("button", { name: "Invite colleague..." }));
  expect(modals).toBe(1);
  act(() => emit("USERS_CHANGED", { organisationId: 99 }));
  act(() => emit("USERS_CHANGED", { organisationId: 1 }));
  await waitFor(() => expect(screen.getByRole("status").textContent).toBe("2 of 3 steps done"));
  expect(calls.map(({ url }) => url.pathname)).toEqual(["/api/home/firstSteps"]);
  stop();
});

test("the card disappears when all is done", async () => {
  answerCalls(() => ({ status: 204 }));
  renderOnPage(<FirstSteps first={buyer} />);
  act(() => emit("RFX_CHANGED", {}));
  await waitFor(() => expect(screen.queryByRole("heading", { level: 2 })).toBeNull());
});

test("hiding is stored; offline, the card stays and says so", async () => {
  const answer = { status: 204, offline: true };
  const calls = answerCalls(() => {
    if (answer.offline) throw new TypeError("Failed to fetch");
    return { status: answer.status };
  });
  renderOnPage(<FirstSteps first={buyer} />);
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
  answer.offline = false;
  await userEvent.click(screen.getByRole("button", { name: "Hide" }));
  await waitFor(() => expect(screen.queryByRole("heading", { level: 2 })).toBeNull());
  expect(calls.at(-1)?.method).toBe("PUT");
  expect(calls.at(-1)?.url.pathname).toBe("/api/home/firstSteps/hidden");
});
