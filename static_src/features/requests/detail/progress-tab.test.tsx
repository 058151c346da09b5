import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { RequestProgress, RfxRequest, SupplierRow } from "../types";
import { sortRows } from "./progress/rows";
import { ProgressTab } from "./progress-tab";

const request: RfxRequest = {
  id: 3,
  type: "RFI",
  title: "Supplier qualification 2027",
  state: "OPEN",
  messageHtml: "",
  bundleName: null,
  created: "2026-11-03T09:00:00Z",
  createdBy: { id: 7, name: "Rosa Meyer" },
  sendAt: null,
  sentDate: "2026-11-03T09:00:00Z",
  deadline: "2026-12-02T17:00:00Z",
  isSealed: false,
  linksNeedCode: false,
  sealOpened: null,
  docForms: [{ id: 8, title: "Qualification", type: "RFI", revision: 1 }],
  mayManage: true,
  sending: { total: 0, sent: 0, waiting: 0, failures: [] },
};

function row(id: number, name: string, changes: Partial<SupplierRow> = {}): SupplierRow {
  return {
    id,
    name,
    isGuest: false,
    organisationId: id,
    status: "INPROGRESS",
    statusInfo: { label: "In Progress", icon: "in-progress", style: "info" },
    completion: { answered: 31, total: 62, percent: 50 },
    people: [],
    lastActivity: "2026-11-19T10:05:00Z",
    isOpened: true,
    isLate: false,
    mail: { state: "SENT", people: 1, refused: 0, reply: null },
    deadline: "2026-12-02T17:00:00Z",
    reminderSentDate: null,
    followUps: 0,
    score: null,
    isSealed: false,
    withdrawnReason: null,
    isAwarded: null,
    declineReason: null,
    ...changes,
  };
}

const rows = [
  row(1, "Kaiser Feinguss", {
    people: [{ id: 5, name: "Anke Holm", initials: "AH", colour: "teal", picUrl: null, section: 5 }],
  }),
  row(2, "Bergmann Präzision", {
    status: "COMPLETED",
    statusInfo: { label: "Completed", icon: "completed", style: "ok" },
    score: 78,
    followUps: 2,
  }),
  row(3, "Tatra Plast", {
    status: "NEW",
    statusInfo: { label: "New", icon: "new", style: "none" },
    isOpened: false,
    lastActivity: null,
    mail: { state: "REFUSED", people: 1, refused: 1, reply: "550 No such user" },
  }),
];

const progress = (changes: Partial<RequestProgress> = {}): RequestProgress => ({
  stamp: "one",
  totals: {
    suppliers: 3,
    unsent: 0,
    submitted: 1,
    inProgress: 1,
    answering: 1,
    notOpened: 1,
    refused: 1,
    declined: 0,
    withdrawn: 0,
    late: 0,
    averageScore: 78,
    scored: 1,
  },
  rows,
  unsent: [],
  ...changes,
});

const show = (first: RequestProgress | null = progress(), of: RfxRequest = request) =>
  renderOnPage(<ProgressTab request={of} first={first} />, { permissions: ["SEND_RFX"] });

const names = () => screen.getAllByRole("link").map((link) => link.textContent);

test("rows show who is answering, the refused mail and the score", () => {
  answerCalls(() => ({ status: 204 }));
  show();
  const kaiser = screen.getByRole("row", { name: /Kaiser/ });
  expect(within(kaiser).getByText("Now, section 5")).toBeDefined();
  expect(within(kaiser).getByText("Anke Holm")).toBeDefined();
  expect(screen.getByRole("row", { name: /Tatra/ }).textContent).toContain("550 No such user");
  expect(screen.getByRole("row", { name: /Bergmann/ }).textContent).toContain("78%");
  expect(screen.getByText("1 mail refused")).toBeDefined();
  const totals = screen.getAllByRole("term").map(({ textContent }) => textContent);
  expect(totals).toContain("In Progress");
});

test("filters and search narrow the list, ignoring accents", async () => {
  answerCalls(() => ({ status: 204 }));
  show();
  await userEvent.click(screen.getByRole("switch", { name: "Not opened" }));
  expect(names()).toEqual([expect.stringContaining("Tatra")]);
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  await userEvent.type(screen.getByPlaceholderText("Find a supplier"), "prazision");
  expect(names()).toEqual([expect.stringContaining("Bergmann")]);
});

test("suppliers without a score come last in both directions", () => {
  expect(sortRows(rows, "score").map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(sortRows(rows, "-score").map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(sortRows(rows, "state").map(({ id }) => id)).toEqual([2, 1, 3]);
});

test("a reminder goes to the ticked suppliers", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname === "/api/bulk/preview"
      ? {
          body: {
            total: 2,
            ids: [1, 3],
            willChange: 2,
            unchanged: 0,
            unchangedReasons: [],
            cannotTotal: 0,
            cannotReasons: [],
            cannot: [],
            mails: 2,
            sampleMail: null,
          },
        }
      : { status: 204 },
  );
  show();
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Kaiser Feinguss" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Tatra Plast" }));
  await userEvent.click(screen.getByRole("button", { name: "Remind" }));
  await waitFor(() => expect(screen.getByText("2 selected: 2 will change.")).toBeDefined());
  const preview = calls.find(({ url }) => url.pathname === "/api/bulk/preview");
  expect(preview?.body).toMatchObject({ kind: "rfx.remind", ids: [1, 3] });
});

test("the deadline of a sealed request is not extended for some suppliers", async () => {
  answerCalls(() => ({ status: 204 }));
  show(progress(), { ...request, isSealed: true });
  await userEvent.click(screen.getByRole("checkbox", { name: "Select Kaiser Feinguss" }));
  await userEvent.click(screen.getByRole("button", { name: "Change deadline..." }));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("users without the permission to send cannot tick rows", () => {
  answerCalls(() => ({ status: 204 }));
  renderOnPage(<ProgressTab request={request} first={progress()} />);
  expect(screen.queryByRole("checkbox", { name: /^Select/ })).toBeNull();
});

test("suppliers that were not reached are named with the reason", () => {
  answerCalls(() => ({ status: 204 }));
  show(
    progress({
      unsent: [
        { id: 9, name: "Harbour Mills", isGuest: false, failure: "No one there can receive messages." },
      ],
    }),
  );
  expect(screen.getByText("No one there can receive messages.")).toBeDefined();
});

test("a failed first request offers to try again", async () => {
  answerCalls(() => ({ status: 500, body: {} }));
  show(null);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});
