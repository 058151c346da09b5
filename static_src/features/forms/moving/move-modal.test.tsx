import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import type { EarlierRfx } from "./move-calls";
import { MoveModal } from "./move-modal";
import { OpenRfxNotice } from "./open-rfx-notice";

const form = { id: 7, title: "Qualification" };
const counts = { same: 96, reworded: 4, notValid: 1, removed: 2, added: 5, addedRequired: 3 };

function rfxOf(id: number, changes: Partial<EarlierRfx> = {}): EarlierRfx {
  return {
    id,
    title: `Check ${id}`,
    respondent: "Calder Coatings",
    deadline: null,
    revision: 4,
    counts,
    isSigned: false,
    ...changes,
  };
}

const resultOf = (rfxId: number, reason: string | null = null) => ({
  rfxId,
  title: `Check ${rfxId}`,
  counts: reason ? null : counts,
  notValid: [],
  reason,
});

type Move = { rfxIds: number[]; message: string | null };

function serve(rows: EarlierRfx[], move: (call: Call) => { status?: number; body: unknown }): Call[] {
  const pagination = { total: rows.length, capped: false, page: 1, pageSize: 50, nextCursor: null };
  return answerCalls((call) =>
    call.method === "POST"
      ? move(call)
      : { body: rows, headers: { "X-Pagination": JSON.stringify(pagination) } },
  );
}

const moveAll = ({ body }: Call) => ({ body: { results: (body as Move).rfxIds.map((id) => resultOf(id)) } });

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("the table shows what the move does, and signed RFxs cannot be chosen", async () => {
  serve([rfxOf(1), rfxOf(2, { isSigned: true }), rfxOf(3, { counts: null })], moveAll);
  renderOnPage(<MoveModal form={form} onClose={() => {}} />);
  const dialog = within(await screen.findByRole("dialog"));
  const row = within((await dialog.findByRole("link", { name: "#1 Check 1" })).closest("tr") as HTMLElement);
  const cells = row.getAllByRole("cell").map(({ textContent }) => textContent);
  expect(cells.slice(-6)).toEqual(["4", "96", "4", "1", "2", "5 (3 required)"]);
  expect(dialog.getAllByRole("checkbox")).toHaveLength(1);
  expect(dialog.getByText("Signed")).toBeTruthy();
  expect(dialog.getByText("Sealed")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Move 1 RFx" })).toBeTruthy();
});

test("ticked RFxs are moved in batches of ten, and the dialog closes", async () => {
  const calls = serve(
    Array.from({ length: 13 }, (_, n) => rfxOf(n + 1)),
    moveAll,
  );
  const success = vi.spyOn(toasts, "success");
  const onClose = vi.fn();
  renderOnPage(<MoveModal form={form} onClose={onClose} />);
  await userEvent.click(await screen.findByRole("checkbox", { name: "Move #2 Check 2" }));
  await userEvent.click(screen.getByRole("button", { name: "Move 12 RFxs" }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const moves = calls.filter(({ method }) => method === "POST");
  expect(moves.map(({ body }) => (body as Move).rfxIds)).toEqual([
    [1, 3, 4, 5, 6, 7, 8, 9, 10, 11],
    [12, 13],
  ]);
  expect(moves.map(({ url }) => url.pathname)).toEqual(Array(2).fill("/api/docForm/7/move"));
  expect(new Set(moves.map(({ headers }) => headers.get("Idempotency-Key"))).size).toBe(2);
  expect((moves.at(0)?.body as Move | undefined)?.message).toBeNull();
  expect(success).toHaveBeenCalledWith("12 RFxs moved.");
});

test("an RFx that stays behind is named with the reason", async () => {
  serve([rfxOf(1), rfxOf(2)], () => ({
    body: { results: [resultOf(1), resultOf(2, "It was submitted meanwhile.")] },
  }));
  const onClose = vi.fn();
  renderOnPage(<MoveModal form={form} onClose={onClose} />);
  await userEvent.click(await screen.findByRole("button", { name: "Move 2 RFxs" }));
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByText("1 RFx was not moved:")).toBeTruthy();
  expect(alert.getByRole("listitem").textContent).toBe("#2 Check 2: It was submitted meanwhile.");
  expect(onClose).not.toHaveBeenCalled();
});

test("the only RFx is an error of the request, and is shown in the same way", async () => {
  serve([rfxOf(1)], () => ({ status: 409, body: { code: "conflict", message: "It is signed." } }));
  renderOnPage(<MoveModal form={form} onClose={() => {}} />);
  await userEvent.click(await screen.findByRole("button", { name: "Move 1 RFx" }));
  const alert = within(await screen.findByRole("alert"));
  expect(alert.getByRole("listitem").textContent).toBe("#1 Check 1: It is signed.");
});

test("without open RFxs the dialog says so", async () => {
  serve([], moveAll);
  renderOnPage(<MoveModal form={form} onClose={() => {}} />);
  expect(await screen.findByText("All open RFxs use the newest version.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
});

test("a list that cannot be loaded can be tried again", async () => {
  answerCalls(() => ({ status: 500, body: { message: "Broken." } }));
  renderOnPage(<MoveModal form={form} onClose={() => {}} />);
  expect(await screen.findByRole("button", { name: "Try again" }, { timeout: 4_000 })).toBeTruthy();
});

test("the notice counts the RFxs and opens the dialog", async () => {
  serve([rfxOf(1), rfxOf(2)], moveAll);
  renderOnPage(<OpenRfxNotice form={form} />);
  expect(await screen.findByText("2 open RFxs use an earlier version of this form.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Move..." }));
  expect(await screen.findByRole("dialog", { name: "Move open RFxs: Qualification" })).toBeTruthy();
});

test("without such RFxs there is no notice", async () => {
  const calls = serve([], moveAll);
  renderOnPage(<OpenRfxNotice form={form} />);
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole("button")).toBeNull();
});
