import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { listen } from "../../../lib/events";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { EditorHeader } from "./header";
import { FormSession } from "./session";
import type { OpenForm } from "./types";

const form: OpenForm = {
  id: 5,
  seriesId: "series",
  title: "Qualification",
  type: "RFI",
  status: "DRAFT",
  revision: 0,
  version: 3,
  doc: formOf(fieldNode("company")),
  isArchived: false,
  isLatest: true,
  isInUse: false,
  created: "2026-11-20T10:00:00Z",
  updated: "2026-11-20T10:00:00Z",
  savedBy: null,
  revisions: [],
  canEdit: true,
  frozenFields: [],
  hasOldPromise: false,
  faults: [],
  bundles: [],
  html: "",
  noteId: null,
  thumbnail: null,
};

test("archiving without a connection shows an error in the open dialog", async () => {
  answerCalls(() => {
    throw new TypeError("Failed to fetch");
  });
  const session = new FormSession(form, 7);
  renderOnPage(
    <EditorHeader session={session} state={session.saving.snapshot()} onFaults={() => {}} onGo={() => {}} />,
    {
      permissions: ["MANAGE_FORMS"],
    },
  );
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  await userEvent.click(screen.getByRole("menuitem", { name: "Archive..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Archive" }));
  expect((await screen.findByRole("alert")).textContent).toContain("There is no connection to the server.");
  expect(screen.getByRole("dialog", { name: "Archive 'Qualification'?" })).toBeTruthy();
});

test("publishing a form that is already published reloads its status", async () => {
  const publishedForm = { ...form, status: "PUBLISHED", version: 4 };
  const message = "This revision is published already.";
  answerCalls(({ method }) =>
    method === "POST" ? { status: 409, body: { message } } : { body: publishedForm },
  );
  const session = new FormSession(form, 7);
  renderOnPage(
    <EditorHeader session={session} state={session.saving.snapshot()} onFaults={() => {}} onGo={() => {}} />,
    {
      permissions: ["MANAGE_FORMS"],
    },
  );
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish form" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(session.saving.snapshot().form).toMatchObject({ status: "PUBLISHED", version: 4 }),
  );
});

test("the dialog warns about the unsaved document, leads to the fields and does not block publishing", async () => {
  const calls = answerCalls(() => ({ body: { ...form, status: "PUBLISHED", isInUse: true, version: 4 } }));
  const doc = formOf(fieldNode("number_1", { fid: "the-number", type: "NUMBER", label: "Number" }));
  const session = new FormSession({ ...form, doc }, 7);
  const visited: string[] = [];
  renderOnPage(
    <EditorHeader
      session={session}
      state={session.saving.snapshot()}
      onFaults={() => {}}
      onGo={(fid) => visited.push(fid)}
    />,
    { permissions: ["MANAGE_FORMS"] },
  );
  const openDialog = async () => {
    await userEvent.click(screen.getByRole("button", { name: "Publish" }));
    return within(await screen.findByRole("dialog", { name: "Publish form" }));
  };
  const dialog = await openDialog();
  await userEvent.click(
    dialog.getByRole("button", { name: "\u201cNumber\u201d still has its default label." }),
  );
  await waitFor(() => expect(visited).toEqual(["the-number"]));
  expect(calls).toHaveLength(0);
  const again = await openDialog();
  await userEvent.click(again.getByRole("button", { name: "Publish" }));
  await waitFor(() => expect(session.saving.snapshot().form.status).toBe("PUBLISHED"));
});

test.each<[string, Partial<OpenForm>, string[], string | null]>([
  ["a published RFI", {}, ["SEND_RFX"], "RFI"],
  ["a published form that is a form of any type", { type: "GENERIC" }, ["SEND_RFX"], "RFI"],
  ["a published NDA", { type: "NDA" }, ["SEND_RFX"], "NDA"],
  ["a survey", { type: "INTERNAL_SURVEY" }, ["SEND_RFX"], null],
  ["a revision that is not in use", { isInUse: false }, ["SEND_RFX"], null],
  ["an archived form", { isArchived: true }, ["SEND_RFX"], null],
  ["a form of a user who cannot send", {}, ["MANAGE_FORMS"], null],
])("sending is offered only if it is possible: %s", async (_what, change, permissions, type) => {
  const published: OpenForm = { ...form, status: "PUBLISHED", isInUse: true, ...change };
  const session = new FormSession(published, 7);
  const details: unknown[] = [];
  const stop = listen("OPEN_NEW_MESSAGE", (detail) => details.push(detail));
  renderOnPage(
    <EditorHeader session={session} state={session.saving.snapshot()} onFaults={() => {}} onGo={() => {}} />,
    { permissions },
  );
  const button = screen.queryByRole("button", { name: "Send to suppliers..." });
  expect(button !== null).toBe(type !== null);
  if (button) await userEvent.click(button);
  expect(details).toEqual(type ? [{ type, docForm: { id: 5, title: "Qualification" } }] : []);
  stop();
});
