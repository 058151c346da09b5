import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useSyncExternalStore } from "react";
import { expect, test, vi } from "vitest";
import { blockNode, formOf, textNode } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { EditorNotices } from "./notices";
import { FormSession } from "./session";
import type { OpenForm } from "./types";

const textForm = (text: string) => formOf(blockNode("paragraph", [textNode(text)]));
const revision = { id: 5, revision: 0, version: 1, status: "PUBLISHED", isLatest: true, isInUse: true };
const published = {
  id: 5,
  seriesId: "series",
  title: "Survey",
  type: "INTERNAL_SURVEY",
  status: "PUBLISHED",
  revision: 0,
  version: 1,
  doc: textForm("Old"),
  isArchived: false,
  isLatest: true,
  isInUse: true,
  revisions: [revision],
  canEdit: true,
  frozenFields: [],
  faults: [],
  hasOldPromise: true,
} as unknown as OpenForm;
const draft = {
  ...published,
  id: 6,
  status: "DRAFT",
  revision: 1,
  doc: textForm("New"),
  isInUse: false,
  hasOldPromise: false,
};

function Notices({ session, onEdit }: { session: FormSession; onEdit: () => void }) {
  const state = useSyncExternalStore(session.saving.subscribe, session.saving.snapshot);
  return (
    <EditorNotices session={session} state={state} broughtBack={false} onGo={() => {}} onEdit={onEdit} />
  );
}

function open(form: OpenForm) {
  const session = new FormSession(form, 7);
  const onEdit = vi.fn();
  renderOnPage(<Notices session={session} onEdit={onEdit} />, { permissions: ["MANAGE_FORMS"] });
  return { session, onEdit };
}

test("the corrected draft of a published survey opens in the editor", async () => {
  const calls = answerCalls(() => ({ body: draft }));
  const { session, onEdit } = open(published);
  await userEvent.click(screen.getByRole("button", { name: "Create a corrected draft" }));
  await waitFor(() => expect(onEdit).toHaveBeenCalled());
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /api/docForm/5/correctedDraft",
  ]);
  expect(session.content().doc).toEqual(draft.doc);
  expect(session.saving.snapshot().form.id).toBe(6);
  expect(screen.queryByText(/averages of all answers/)).toBeNull();
  expect(screen.getByText(/You're editing the draft of revision 2/)).toBeTruthy();
});

test("if there is a draft already, the notice leads to it", async () => {
  const message = "This form has a newer revision.";
  const withDraft = {
    ...published,
    isLatest: false,
    canEdit: false,
    revisions: [
      { ...revision, id: 6, status: "DRAFT" },
      { ...revision, isLatest: false },
    ],
  };
  answerCalls(({ method }) =>
    method === "POST" ? { status: 409, body: { message, code: "newer", docFormId: 6 } } : { body: withDraft },
  );
  open(published);
  await userEvent.click(screen.getByRole("button", { name: "Create a corrected draft" }));
  expect((await screen.findByRole("link", { name: "Open the draft" })).getAttribute("href")).toBe("/forms/6");
  expect(screen.queryByRole("button", { name: "Create a corrected draft" })).toBeNull();
});

test("a draft with the sentence can be corrected, too", () => {
  open({ ...draft, hasOldPromise: true } as OpenForm);
  expect(screen.getByRole("button", { name: "Correct the sentence" })).toBeTruthy();
});
