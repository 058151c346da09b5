import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import type { Schedule } from "../../domain/schedules/schedules";
import "../../domain/schedules/skip-modal";
import { renderOnPage } from "../../testing/page";
import { schedule } from "../../testing/schedules";
import { answerCalls } from "../../testing/server";
import "../../ui/modal-dialog";
import ScheduleList from "./list";

const page = (rows: Schedule[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 20, nextCursor: null },
});
const openMenu = () => userEvent.click(screen.getByRole("button", { name: /^Actions for/ }));
const items = () => screen.getAllByRole("menuitem").map(({ textContent }) => textContent);

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a schedule shows its supplier, interval and days, and links to its last round", async () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<ScheduleList {...page([schedule])} />);
  const row = screen.getByRole("row", { name: /Supplier qualification/ });
  for (const text of ["Bergmann", "every 12 months", "Rosa Meyer"]) {
    expect(row.textContent).toContain(text);
  }
  const days = [...row.querySelectorAll("time")].map(({ dateTime }) => dateTime);
  expect(days).toEqual(["2027-03-01", "2027-01-30"]);
  expect(within(row).getByRole("link", { name: schedule.title }).getAttribute("href")).toBe("/rfx/12");
  await openMenu();
  expect(items()).toEqual(["Change...", "Run now...", "Skip once...", "Hold", "End..."]);
});

test("a schedule on hold can be resumed, but not run or skipped", async () => {
  const calls = answerCalls(({ method }) => ({ body: method === "POST" ? schedule : [] }));
  renderOnPage(<ScheduleList {...page([{ ...schedule, state: "HELD" }])} />);
  expect(within(screen.getByRole("table")).getByText("On hold")).toBeTruthy();
  await openMenu();
  expect(items()).toEqual(["Change...", "Resume", "End..."]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Resume" }));
  await waitFor(() => expect(calls.map(({ url }) => url.pathname)).toContain("/api/schedule/3/resume"));
});

test("before a round closes there is no day to skip and nothing to run", async () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(
    <ScheduleList {...page([{ ...schedule, anchor: "AFTER_CLOSE", nextOn: null, opensOn: null }])} />,
  );
  expect(screen.getByText("After closing")).toBeTruthy();
  await openMenu();
  expect(items()).toEqual(["Change...", "Hold", "End..."]);
});

test("skipping needs a reason", async () => {
  const calls = answerCalls(({ method }) => ({ body: method === "POST" ? schedule : [] }));
  renderOnPage(<ScheduleList {...page([schedule])} />);
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Skip once..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Skip once" }));
  await userEvent.click(dialog.getByRole("button", { name: "Skip this round" }));
  expect(dialog.getByText("Give a reason.")).toBeTruthy();
  await userEvent.type(dialog.getByRole("textbox", { name: /Reason/ }), " Audit ");
  await userEvent.click(dialog.getByRole("button", { name: "Skip this round" }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual([
      { reason: "Audit" },
    ]),
  );
});

test("viewers without the permission see no actions, and a waiting round says so", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<ScheduleList {...page([{ ...schedule, mayManage: false, problem: "No contact." }])} />);
  expect(screen.queryByRole("button", { name: /^Actions for/ })).toBeNull();
  expect(screen.getByText("Waiting")).toBeTruthy();
});
