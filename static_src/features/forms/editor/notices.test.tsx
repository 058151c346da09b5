import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { EditorNotices } from "./notices";
import type { SavingState } from "./saving/form-saving";
import type { FormSession } from "./session";

const state = {
  savedAt: null,
  stale: { docFormId: 4, savedBy: { id: 3, name: "Daniel Asante" }, updated: "2026-11-20T14:02:00Z" },
  refused: null,
  closed: null,
  hasNewDraft: false,
  form: { id: 4, type: "RFI", status: "DRAFT", revision: 0, canEdit: true, revisions: [] },
};

test.each([
  ["Changed", "Your last changes are not saved, and nothing of either was overwritten."],
  ["All changes saved", "You see it as it was before."],
] as const)("a colleague's save is shown, with the state of the own changes (%s)", (text, expected) => {
  renderOnPage(
    <EditorNotices
      session={{} as FormSession}
      state={{ ...state, text } as unknown as SavingState}
      broughtBack={false}
      onGo={() => {}}
      onEdit={() => {}}
    />,
  );
  const notice = screen.getByRole("status").textContent;
  expect(notice).toContain("Daniel Asante has saved this form since");
  expect(notice).toContain(expected);
  expect(notice?.includes("not saved")).toBe(text !== "All changes saved");
});
