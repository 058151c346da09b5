import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
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
  renderOnPage(<EditorHeader session={session} state={session.saving.snapshot()} onFaults={() => {}} />, {
    permissions: ["MANAGE_FORMS"],
  });
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
  renderOnPage(<EditorHeader session={session} state={session.saving.snapshot()} onFaults={() => {}} />, {
    permissions: ["MANAGE_FORMS"],
  });
  await userEvent.click(screen.getByRole("button", { name: "Publish" }));
  const dialog = await screen.findByRole("dialog", { name: "Publish form" });
  await userEvent.click(within(dialog).getByRole("button", { name: "Publish" }));
  await waitFor(() =>
    expect(session.saving.snapshot().form).toMatchObject({ status: "PUBLISHED", version: 4 }),
  );
});
