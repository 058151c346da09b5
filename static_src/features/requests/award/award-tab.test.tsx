import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import type { RfxRequest } from "../types";
import { AwardTab } from "./award-tab";
import type { Award, AwardLetter, AwardSupplier } from "./types";

const request = { id: 3, title: "Titanium blanks 2027", state: "OPEN", mayManage: true } as RfxRequest;

function supplier(id: number, name: string, changes: Partial<AwardSupplier> = {}): AwardSupplier {
  return {
    id,
    name,
    isGuest: false,
    isWithdrawn: false,
    status: "COMPLETED",
    statusInfo: { label: "Completed", icon: "completed", style: "ok" },
    canAward: true,
    score: 80,
    rank: id,
    isAwarded: false,
    reason: "",
    getsLetter: true,
    hasOwnLetter: false,
    isLetterOutdated: false,
    letterState: null,
    failure: null,
    canSendLetter: false,
    ...changes,
  };
}

const none = {
  edit: false,
  editLetters: false,
  submit: false,
  decide: false,
  recall: false,
  cancel: false,
  send: false,
};

function award(changes: Partial<Award> = {}): Award {
  return {
    state: null,
    refusal: null,
    needsApproval: false,
    updated: null,
    reason: "",
    standstillUntil: null,
    includeScores: false,
    submitted: null,
    submittedBy: null,
    approver: null,
    approved: null,
    sentBackReason: null,
    sent: null,
    sentBy: null,
    wording: {
      awardedHtml: "<p>Yes, {supplier}.</p>",
      otherHtml: "<p>No, {supplier}.</p>",
      isAwardedStandard: true,
      isOtherStandard: true,
    },
    suppliers: [supplier(1, "Bergmann"), supplier(2, "Kaiser")],
    actions: { ...none, edit: true },
    history: [],
    ...changes,
  };
}

const draft = (changes: Partial<Award> = {}) =>
  award({
    state: "DRAFT",
    updated: "2026-11-25T10:00:00Z",
    suppliers: [supplier(1, "Bergmann", { isAwarded: true, reason: "Best." }), supplier(2, "Kaiser")],
    actions: { ...none, edit: true, editLetters: true, send: true, cancel: true },
    ...changes,
  });

const letter = (rfxId: number): AwardLetter => ({
  rfxId,
  name: "Bergmann",
  isAwarded: true,
  html: `<p>Letter ${rfxId}</p>`,
  standardHtml: `<p>Letter ${rfxId}</p>`,
  isEdited: false,
  isOutdated: false,
  state: null,
  failure: null,
  updated: "2026-11-25T10:00:00Z",
});

/** Answer requests: each change returns `after`, and so do the following loads. */
function answerAward(first: Award, after: Award = first): Call[] {
  let current = first;
  return answerCalls(({ method, url }) => {
    const rfxId = /letter\/(\d+)$/.exec(url.pathname)?.[1];
    if (rfxId && method === "GET") return { body: letter(Number(rfxId)) };
    if (url.pathname.endsWith("/approver")) return { body: [{ id: 9, name: "Grace Approver" }] };
    if (method !== "GET") current = after;
    return { body: current };
  });
}

const render = () => renderOnPage(<AwardTab request={request} />);
const sentTo = (calls: Call[], method: string, end: string) =>
  calls.find((call) => call.method === method && call.url.pathname.endsWith(end));

test("a request without an award explains the steps, and the draft is saved with reasons", async () => {
  const calls = answerAward(award(), draft());
  render();
  await userEvent.click(await screen.findByRole("button", { name: "Choose suppliers" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Bergmann" }));
  await userEvent.type(screen.getByLabelText(/Reason for Bergmann/), "Best price.");
  await userEvent.click(screen.getByRole("switch", { name: /Include their score/ }));
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await screen.findByRole("heading", { name: "2 letters" });
  expect(sentTo(calls, "PUT", "/award")?.body).toEqual({
    lines: [{ rfxId: 1, reason: "Best price." }],
    reason: "",
    standstillUntil: null,
    includeScores: true,
    basedOn: null,
  });
});

test("a sealed request shows why it can't be awarded", async () => {
  answerAward(award({ refusal: "This request is sealed.", actions: none }));
  render();
  expect(await screen.findByText("This request is sealed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Choose suppliers" })).toBeNull();
});

test("a request that is being evaluated leads to its evaluation", async () => {
  answerAward(award({ refusal: "The evaluation of the request is open.", actions: none }));
  renderOnPage(<AwardTab request={{ ...request, state: "EVALUATING" }} />);
  const link = await screen.findByRole("link", { name: "Open the evaluation" });
  expect(link.getAttribute("href")).toBe(`/rfx/request/${request.id}?tab=evaluation`);
});

test("sending asks for a confirmation that counts the letters", async () => {
  const calls = answerAward(draft(), draft({ state: "SENT", actions: none, sent: "2026-11-25T11:00:00Z" }));
  render();
  await userEvent.click(await screen.findByRole("button", { name: "Send letters..." }));
  const dialog = await screen.findByRole("dialog");
  expect(dialog.textContent).toContain("1 supplier is awarded, 1 not awarded.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send 2 letters" }));
  expect(await screen.findByRole("heading", { name: "Letters sent" })).toBeTruthy();
  expect(sentTo(calls, "POST", "/send")?.body).toEqual({ basedOn: "2026-11-25T10:00:00Z" });
  expect(screen.getByRole("button", { name: "Report (PDF)" })).toBeTruthy();
});

test("a draft that needs an approval names the approver", async () => {
  const actions = { ...none, edit: true, editLetters: true, submit: true };
  const waiting = draft({
    state: "PENDING_APPROVAL",
    actions: { ...none, recall: true },
    approver: { id: 9, name: "Grace Approver" },
  });
  const calls = answerAward(draft({ needsApproval: true, actions }), waiting);
  render();
  await userEvent.click(await screen.findByRole("button", { name: "Ask for approval..." }));
  await screen.findByRole("option", { name: "Grace Approver" });
  await userEvent.selectOptions(screen.getByLabelText(/Approver/), "Grace Approver");
  await userEvent.click(
    within(await screen.findByRole("dialog")).getByRole("button", { name: "Ask for approval" }),
  );
  expect(await screen.findByRole("heading", { name: "Waiting for approval" })).toBeTruthy();
  expect(sentTo(calls, "POST", "/submit")?.body).toEqual({
    approverId: 9,
    basedOn: "2026-11-25T10:00:00Z",
  });
});

test("the approver approves, or sends the award back with a reason", async () => {
  const waiting = draft({
    state: "PENDING_APPROVAL",
    actions: { ...none, decide: true },
    submittedBy: { id: 7, name: "Rosa Meyer" },
  });
  const calls = answerAward(waiting, draft({ state: "APPROVED", actions: none }));
  render();
  expect(await screen.findByText(/asks you to approve this award/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send back..." }));
  const dialog = await screen.findByRole("dialog");
  expect(within(dialog).getByRole<HTMLButtonElement>("button", { name: "Send back" }).disabled).toBe(true);
  await userEvent.type(within(dialog).getByLabelText(/Reason/), "Name the price.");
  await userEvent.click(within(dialog).getByRole("button", { name: "Cancel" }));
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Approve" }));
  expect(await screen.findByRole("heading", { name: "Approved" })).toBeTruthy();
  expect(sentTo(calls, "POST", "/approve")).toBeDefined();
});

test("each letter is shown; an outdated one is marked", async () => {
  const suppliers = [
    supplier(1, "Bergmann", { isAwarded: true, reason: "Best." }),
    supplier(2, "Kaiser", { hasOwnLetter: true, isLetterOutdated: true }),
  ];
  answerAward(draft({ suppliers }));
  render();
  expect(await screen.findByText("Letter 1")).toBeTruthy();
  const list = screen.getByRole("list", { name: "Letters" });
  await userEvent.click(within(list).getByRole("button", { name: /Kaiser/ }));
  expect(await screen.findByText("Letter 2")).toBeTruthy();
  expect(within(list).getByText("Check")).toBeTruthy();
});

test("a letter that was not delivered, and one to a late response, are sent afterwards", async () => {
  const failed = supplier(2, "Kaiser", { letterState: "FAILED", failure: "No one.", canSendLetter: true });
  const late = supplier(3, "Leroy", { getsLetter: false, canSendLetter: true });
  const first = supplier(1, "Bergmann", { isAwarded: true, letterState: "SENT" });
  const state = { state: "SENT", actions: none, sent: "2026-11-25T11:00:00Z" } as const;
  const calls = answerAward(
    award({ ...state, suppliers: [first, failed, late] }),
    award({ ...state, suppliers: [first, { ...failed, letterState: "SENT", canSendLetter: false }, late] }),
  );
  render();
  await screen.findByText("1 supplier responded later and has no letter yet.");
  const others = screen.getByRole("list", { name: "Other suppliers" });
  expect(
    within(others)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual(["Kaiser", "Leroy"]);
  const options = within(screen.getByRole("combobox", { name: "Letter to" })).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    "Bergmann: Awarded",
    "Kaiser: Not delivered",
    "Leroy: Not sent",
  ]);
  // The first letter that was not sent is shown without a click.
  await userEvent.click(await screen.findByRole("button", { name: "Send again" }));
  await waitFor(() => expect(sentTo(calls, "POST", "/letter/2/send")).toBeTruthy());
  const kaiser = screen.getByRole("region", { name: "Letter to Kaiser" });
  await waitFor(() => expect(document.activeElement).toBe(kaiser));
  await userEvent.click(screen.getByRole("button", { name: /^Leroy/ }));
  await screen.findByText(/submitted after the award/);
  await userEvent.click(screen.getByRole("button", { name: "Send this letter" }));
  await waitFor(() => expect(sentTo(calls, "POST", "/letter/3/send")).toBeTruthy());
});

test("a draft that a colleague changed is not overwritten", async () => {
  const updated = "2026-11-25T12:00:00Z";
  const calls = answerCalls(({ method, url }) => {
    if (/letter\/\d+$/.test(url.pathname)) return { body: letter(1) };
    if (method === "PUT")
      return {
        status: 409,
        body: { code: "stale", message: "Somebody else has changed this.", now: { updated } },
      };
    return { body: draft() };
  });
  render();
  await userEvent.type(await screen.findByLabelText(/Reason for Bergmann/), " Cheap.");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  expect(await screen.findByText("Somebody else has changed this.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Reason for Bergmann/).value).toBe("Best. Cheap.");
  await userEvent.click(screen.getByRole("button", { name: "Save draft" }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === "PUT").at(-1)?.body).toMatchObject({ basedOn: updated }),
  );
});

test("unsaved changes block the sending", async () => {
  answerAward(draft());
  render();
  const send = await screen.findByRole<HTMLButtonElement>("button", { name: "Send letters..." });
  expect(send.disabled).toBe(false);
  await userEvent.type(screen.getByLabelText(/Reason for Bergmann/), " Cheap.");
  expect(send.disabled).toBe(true);
  expect(screen.getByText("Save the draft first.")).toBeTruthy();
});

test("a viewer without the permission reads only", async () => {
  answerAward(draft({ actions: none }));
  render();
  expect(await screen.findByText("Best.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Send letters|Save draft|Edit/ })).toBeNull();
});
