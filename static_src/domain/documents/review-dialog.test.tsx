import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../lib/toasts";
import { aDocument, aMissing, aRequirement } from "../../testing/documents";
import { shownToasts } from "../../testing/organisation-page";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { ReviewDialog } from "./review-dialog";

beforeEach(() => {
  toasts.clear();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:file", revokeObjectURL: () => {} }));
});

const detail = (requirement = aRequirement(), documents = [aDocument()]) => ({ ...requirement, documents });

function answer(get: unknown, post: { status?: number; body: unknown } = { body: aRequirement() }): Call[] {
  return answerCalls(({ method, url }) => {
    if (url.pathname.startsWith("/files/")) return new Response("%PDF-1.7");
    return method === "POST" ? post : { body: get };
  });
}

async function open(toReview: number[] = [5]) {
  const handlers = { onOpen: vi.fn(), onClose: vi.fn(), onAsk: vi.fn() };
  renderOnPage(<ReviewDialog id={5} toReview={toReview} {...handlers} />);
  await screen.findByRole("dialog", { name: /^Quality management certificate/ });
  return handlers;
}

const posted = (calls: Call[]) =>
  calls.filter(({ method }) => method === "POST").map(({ url, body }) => [url.pathname, body]);

test("the file is next to the details, and accepting closes the dialog after the last document", async () => {
  const calls = answer(detail());
  const { onClose, onOpen } = await open();
  expect((await screen.findByTitle("iso-9001.pdf")).getAttribute("src")).toBe("blob:file");
  expect(screen.getByText("Q-12/2026")).toBeTruthy();
  expect(screen.getByText("To review")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(posted(calls)).toEqual([["/api/documentRequirement/5/accept", undefined]]);
  expect(shownToasts()).toEqual(["Quality management certificate accepted."]);
  expect(onOpen).not.toHaveBeenCalled();
});

test("accepting opens the next document to review", async () => {
  answer(detail());
  const { onClose, onOpen } = await open([4, 5, 6]);
  expect(screen.getByText("2 of 3 to review")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(onOpen).toHaveBeenCalledWith(6));
  expect(onClose).not.toHaveBeenCalled();
});

test("the buttons go to the previous and the next document in a circle", async () => {
  answer(detail());
  const { onOpen } = await open([5, 6, 7]);
  await userEvent.click(screen.getByRole("button", { name: "Previous document" }));
  await userEvent.click(screen.getByRole("button", { name: "Next document" }));
  expect(onOpen.mock.calls).toEqual([[7], [6]]);
});

test("a rejection needs a reason, and a failure keeps it", async () => {
  const says = "The supplier has not sent this document yet.";
  const calls = answer(detail(), { status: 409, body: { errors: [says] } });
  const { onClose } = await open();
  await userEvent.click(screen.getByRole("button", { name: "Reject..." }));
  const reason = screen.getByLabelText<HTMLTextAreaElement>(/^Reason/);
  expect(document.activeElement).toBe(reason);
  await userEvent.click(screen.getByRole("button", { name: "Reject document" }));
  expect(await screen.findByText("Enter a reason.")).toBeTruthy();
  expect(posted(calls)).toEqual([]);
  await userEvent.type(reason, " The scope is wrong. ");
  await userEvent.click(screen.getByRole("button", { name: "Reject document" }));
  await waitFor(() => expect(shownToasts()).toEqual([says]));
  expect(posted(calls)).toEqual([["/api/documentRequirement/5/reject", { reason: "The scope is wrong." }]]);
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Reason/).value).toBe(" The scope is wrong. ");
  expect(onClose).not.toHaveBeenCalled();
});

test("a waiver needs a day and a reason, and errors of the server are shown at the fields", async () => {
  const says = "This day is already over. Choose a later one.";
  const calls = answer(detail(aMissing(), []), {
    status: 422,
    body: { errors: [says], fields: { until: [says] } },
  });
  await open([]);
  await userEvent.click(screen.getByRole("button", { name: "Waive until..." }));
  await userEvent.click(screen.getByRole("button", { name: "Waive document" }));
  expect(await screen.findByText("Enter the last day of the waiver.")).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/^Waive until/), "01/02/2027");
  await userEvent.type(screen.getByLabelText(/^Reason/), "Audit in January.");
  await userEvent.click(screen.getByRole("button", { name: "Waive document" }));
  expect(await screen.findByText(says)).toBeTruthy();
  expect(posted(calls)).toEqual([
    ["/api/documentRequirement/5/waive", { reason: "Audit in January.", until: "2027-02-01" }],
  ]);
});

test("a missing document can be asked for again and has nothing to accept", async () => {
  answer(detail(aMissing(), []));
  const { onAsk } = await open([]);
  expect(screen.queryByRole("button", { name: "Accept" })).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Ask again..." }));
  expect(onAsk).toHaveBeenCalledOnce();
});

test("a viewer without the permission reads the document without decisions", async () => {
  const actions = { ask: false, submit: false, accept: false, reject: false, waive: false };
  answer(detail(aRequirement({ actions })));
  await open([]);
  for (const name of ["Accept", "Reject...", "Waive until...", "Ask again..."])
    expect(screen.queryByRole("button", { name })).toBeNull();
  expect(screen.getByText("Q-12/2026")).toBeTruthy();
});

test("earlier documents stay readable", async () => {
  const before = aDocument({
    id: 39,
    attachment: { ...aDocument().attachment, id: 70, filename: "2024.pdf" } as never,
  });
  answer(detail(aRequirement(), [aDocument(), before]));
  await open();
  expect(screen.getByRole("link", { name: "2024.pdf" }).getAttribute("href")).toBe("/files/70");
});

test("a document that could not be loaded can be loaded again", async () => {
  let fails = true;
  answerCalls(() =>
    fails ? { status: 500, body: { errors: ["Sorry"] } } : { body: detail(aMissing(), []) },
  );
  renderOnPage(<ReviewDialog id={5} onOpen={() => undefined} onClose={() => undefined} />);
  expect(await screen.findByText("This document could not be loaded.")).toBeTruthy();
  fails = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Missing")).toBeTruthy();
});
