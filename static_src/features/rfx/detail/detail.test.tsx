import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import { city, company, field, press, show, signature, submitButton } from "../../../testing/rfx-detail";
import { RfxServer } from "../../../testing/rfx-server";
import { holdUploads } from "../../../testing/uploads";
import type { Rfx } from "../types";
import RfxDetail from "./detail";

/** Record all texts of the page; returns a function that returns true if the words were on the page together since. */
function watchWords() {
  const seen: string[] = [];
  const observer = new MutationObserver(() => seen.push(document.body.textContent ?? ""));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  return (...words: string[]) => {
    observer.disconnect();
    return seen.some((text) => words.every((word) => text.includes(word)));
  };
}

afterEach(() => void vi.useRealTimers());

beforeEach(() => {
  toasts.clear();
});

test("the header shows title, sender, recipient and deadline", () => {
  show(new RfxServer({ forms: [formOf(company)] }));
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(
    "Rfx: #41 - Supplier qualification 2027",
  );
  const facts = screen.getAllByRole("term").map((term) => [term.textContent, term.nextSibling?.textContent]);
  expect(facts).toEqual([
    ["From", "Anna Keller at Meridian Surgical"],
    ["To", "Bergmann"],
    ["Sent", expect.stringContaining("2026")],
    ["Deadline", "none"],
  ]);
  expect(screen.getByText("In Progress", { selector: ".page-title .soft-badge-info" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Bergmann" })).toBeNull();
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["RFI", "Messages"]);
});

test("the requester reads the answers, with links to the supplier and the assessment", () => {
  const server = new RfxServer({
    forms: [formOf(company)],
    values: { company: "Bergmann GmbH" },
    role: "REQUESTER",
    deadline: "2026-11-28T12:00:00Z",
  });
  show(server, { buyer: true });
  expect(screen.getByRole("link", { name: "Bergmann" }).getAttribute("href")).toBe("/organisations/9");
  expect(screen.getByRole("link", { name: "Qualification 2027" }).getAttribute("href")).toBe("/assessment/3");
  expect(screen.getByText("Bergmann GmbH")).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
  for (const name of [/Submit Response/, "Re-Open RFx", "Next unanswered"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("an internal survey names the assessed supplier", () => {
  const server = new RfxServer({ forms: [formOf(company)], role: "REQUESTER" });
  const about = { id: 12, name: "Northfold", safeName: "Northfold", isGuest: false };
  renderOnPage(<RfxDetail rfx={{ ...(server.rfx as Rfx), about }} taskId={null} />);
  expect(screen.getByRole("link", { name: "Northfold" }).getAttribute("href")).toBe("/organisations/12");
});

test("a signed-in user who sees a new RFx opens it", async () => {
  const server = new RfxServer({ forms: [formOf(company)], status: "NEW" });
  show(server);
  await waitFor(() => expect(server.moves).toEqual(["POST /api/rfx/41/opened"]));
});

test("a changed answer resolves its follow-up task, and a submission loads the new tasks", async () => {
  const server = new RfxServer({
    forms: [formOf(company)],
    tasks: [{ id: 3, fieldKey: "company", text: "Is this the whole name?" }],
    raised: [{ id: 4, fieldKey: "company", text: "Since when?" }],
  });
  show(server);
  const tasks = within(await screen.findByRole("table", { name: "Follow-up tasks" }));
  expect(tasks.getByRole("img", { name: "Open" })).toBeTruthy();
  await userEvent.type(field(/Company name/), "Bergmann GmbH");
  expect(await tasks.findByRole("img", { name: "Answered" }, { timeout: 3000 })).toBeTruthy();
  await press(submitButton().textContent ?? "");
  await press("Yes, Submit Response");
  expect(await tasks.findByText("Since when?")).toBeTruthy();
});

test("an edit is saved after 1 s, and the status changes", async () => {
  const server = new RfxServer({ forms: [formOf(company, city)], status: "NEW" });
  show(server);
  await userEvent.type(field(/Company name/), "B");
  expect(screen.getByText("Changed")).toBeTruthy();
  await waitFor(() => expect(screen.getByText("All changes saved")).toBeTruthy(), { timeout: 3000 });
  expect(server.moves).toEqual(["POST /api/rfx/41/opened", "PUT /api/rfx/41/value"]);
  expect(server.values.company?.value).toBe("B");
  expect(screen.getByText("In Progress", { selector: ".page-title .soft-badge" })).toBeTruthy();
});

test("submit is disabled while an answer is missing, and the reason leads to the field", async () => {
  const server = new RfxServer({ forms: [formOf(city), formOf(company)], values: { city: "Stuttgart" } });
  show(server);
  expect(submitButton().textContent).toBe("Submit Response 50%");
  expect([submitButton().disabled, submitButton().className.includes("btn-primary")]).toEqual([true, false]);
  await press("1 answer needed");
  const summary = await screen.findByRole("region", { name: "1 question left" });
  // A missing answer is not wrong: no error is shown in the list or at the field.
  expect(summary.textContent).toBe("1 question leftCompany name");
  expect(document.querySelector(".error-summary, .field-error")).toBeNull();
  await userEvent.click(within(summary).getByRole("link", { name: "Company name" }));
  await waitFor(() => expect(document.activeElement?.id).toBe("answer-company"));
  await userEvent.keyboard("Bergmann");
  expect(submitButton().textContent).toBe("Submit Response 100%");
  expect([submitButton().disabled, submitButton().className.includes("btn-primary")]).toEqual([false, true]);
});

test("an upload finishes after switching forms, and blocks submission until then", async () => {
  const waiting = holdUploads();
  const papers = fieldNode("papers", { type: "FILE", label: "Certificate" });
  const server = new RfxServer({ forms: [formOf(papers), formOf(city)], values: { city: "Ulm" } });
  server.answers = {
    "POST /api/attachment/start": { status: 200, body: { id: 7, uploadUrl: "/api/attachment/7/content" } },
  };
  show(server);
  await userEvent.upload(await screen.findByLabelText(/Certificate/), new File(["x"], "iso.pdf"));
  await waitFor(() => expect(waiting).toHaveLength(1));
  await press("Next");
  expect(screen.queryByText("iso.pdf")).toBeNull();
  expect(submitButton().disabled).toBe(true);
  expect(screen.getByRole("button", { name: "1 answer needed" })).toBeTruthy();
  waiting[0]?.();
  await waitFor(() => expect(server.values.papers?.value).toMatchObject([{ attachmentId: 7 }]), {
    timeout: 3000,
  });
  expect(submitButton().disabled).toBe(false);
});

test("submitting asks for confirmation, saves pending edits and makes the answers read-only", async () => {
  const server = new RfxServer({ forms: [formOf(company)] });
  show(server);
  await userEvent.type(field(/Company name/), "Bergmann");
  await userEvent.click(submitButton());
  const dialog = within(await screen.findByRole("dialog", { name: "Submit Response" }));
  expect(
    dialog.getByText(
      "You're about to let Meridian Surgical know this RFI is finished and there's nothing more to add. Once you confirm, no changes can be made. Are you sure you want to continue?",
    ),
  ).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Yes, Submit Response" }));
  expect(await screen.findByText("RFx submitted ok")).toBeTruthy();
  expect(server.moves).toEqual(["PUT /api/rfx/41/value", "POST /api/rfx/41/submission"]);
  const submission = server.calls.find(({ url }) => url.pathname.endsWith("/submission"));
  expect(submission?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
  expect(server.values.company?.value).toBe("Bergmann");
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());
  expect(screen.queryByRole("button", { name: /Submit Response/ })).toBeNull();
  expect(screen.getByText("Completed", { selector: ".page-title .soft-badge" })).toBeTruthy();
});

test("the button shows the busy text during a submission, and a failed one changes nothing", async () => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Bergmann" } });
  server.answers = {
    "POST /api/rfx/41/submission": {
      status: 422,
      body: { errors: ["Not yet."], fields: { "values.company": ["This name is taken."] } },
    },
  };
  show(server);
  await userEvent.click(submitButton());
  const wereShown = watchWords();
  await press("Yes, Submit Response");
  const summary = await screen.findByRole("region", { name: "1 answer to correct" });
  expect(wereShown("Sending...", "Sending, please wait...")).toBe(true);
  expect(summary.textContent).toContain("Company name: This name is taken.");
  expect(field(/Company name/).value).toBe("Bergmann");
});

test("problems are listed until they are resolved or the RFx is closed", async () => {
  const server = new RfxServer({ forms: [formOf(company)] });
  show(server);
  await press("1 answer needed");
  await screen.findByRole("region", { name: "1 question left" });
  await userEvent.type(field(/Company name/), "Bergmann");
  const resolved = await screen.findByRole("region", { name: "Nothing is left. You can submit now." });
  expect(resolved.className).toContain("resolved");
  await userEvent.click(submitButton());
  await press("Yes, Submit Response");
  expect(await screen.findByText("RFx submitted ok")).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: /Nothing is left/ })).toBeNull());
});

test("without a connection nothing is submitted, and no answer is shown as wrong", async () => {
  const server = new RfxServer({ forms: [formOf(company)] });
  server.answers = { "PUT /api/rfx/41/value": { status: 500, body: { message: "Something went wrong." } } };
  show(server);
  await userEvent.type(field(/Company name/), "Bergmann");
  await userEvent.click(submitButton());
  await press("Yes, Submit Response");
  expect(await screen.findByText(/nothing was submitted. They are kept here./)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(screen.queryByRole("region", { name: /left|to correct/ })).toBeNull();
});

test("a signature that completes the response submits it after the save, without confirmation", async () => {
  const server = new RfxServer({ forms: [formOf(company, signature)], values: { company: "Bergmann" } });
  show(server);
  expect(submitButton().disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Your full name" }), "Jana Bergmann");
  await press(/^Sign/);
  expect(await screen.findByText("RFx submitted ok", {}, { timeout: 3000 })).toBeTruthy();
  expect(server.moves).toEqual(["PUT /api/rfx/41/value", "POST /api/rfx/41/submission"]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a signature on an incomplete response does not submit it", async () => {
  const server = new RfxServer({
    forms: [formOf(company, city, signature)],
    values: { company: "Bergmann" },
  });
  show(server);
  await userEvent.type(screen.getByRole("textbox", { name: "Your full name" }), "Jana Bergmann");
  await press(/^Sign/);
  await waitFor(() => expect(screen.getByText("All changes saved")).toBeTruthy(), { timeout: 3000 });
  await userEvent.type(field(/City/), "Stuttgart");
  await waitFor(() => expect(server.values.city?.value).toBe("Stuttgart"), { timeout: 3000 });
  expect(server.moves).toEqual(["PUT /api/rfx/41/value", "PUT /api/rfx/41/value"]);
});

test("two users in one field get both answers, the other author's name, and the choice", async () => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Old" } });
  show(server);
  server.write("company", "From Tom", "Tom Reed");
  await userEvent.type(field(/Company name/), "er");
  const note = await screen.findByText(/changed this answer meanwhile/, {}, { timeout: 3000 });
  expect(note.textContent).toContain("Tom Reed changed this answer meanwhile");
  expect(screen.getByText("From Tom")).toBeTruthy();
  expect([field(/Company name/).value, submitButton().disabled]).toEqual(["Older", true]);
  await press(/^Take theirs/);
  expect(field(/Company name/).value).toBe("From Tom");
  await waitFor(() => expect(screen.queryByText(/meanwhile/)).toBeNull());
  expect(submitButton().disabled).toBe(false);
});

test("the requester reopens a completed RFx, completely or only the fields of open tasks", async () => {
  const tasks = [{ id: 71, fieldKey: "city", text: "Which city?" }];
  const server = new RfxServer({
    forms: [formOf(company, city)],
    tasks,
    role: "REQUESTER",
    status: "COMPLETED",
  });
  show(server, { buyer: true });
  await press("Re-Open RFx");
  const dialog = within(await screen.findByRole("dialog", { name: "Reopen RFI" }));
  expect(
    dialog.getByText(
      "You're about to let Bergmann know this RFI has been reopened and they can continue adding to it. An email will be sent to all participants to let them know. Are you sure?",
    ),
  ).toBeTruthy();
  await userEvent.click(dialog.getByRole("radio", { name: /1 answer only/ }));
  const wereShown = watchWords();
  await userEvent.click(dialog.getByRole("button", { name: "Yes, Reopen This RFI" }));
  expect(await screen.findByText("RFx reopened ok")).toBeTruthy();
  expect(wereShown("Reopening...", "Reopening, please wait...")).toBe(true);
  expect(server.calls.find(({ url }) => url.pathname.endsWith("/reopen"))?.body).toEqual({
    fields: ["city"],
  });
  expect(screen.queryByRole("button", { name: "Re-Open RFx" })).toBeNull();
});

test("declining requires a reason, and a rejected reason stays in the dialog", async () => {
  const server = new RfxServer({ forms: [formOf(company)] });
  show(server);
  const decline = async () => {
    await press("More actions");
    await userEvent.click(screen.getByRole("menuitem", { name: "Decline..." }));
  };
  await decline();
  await press("Decline this RFI");
  expect(screen.getByText("Please enter a reason.")).toBeTruthy();
  await userEvent.type(screen.getByRole("textbox", { name: /Reason/ }), "No capacity");
  await press("Decline this RFI");
  expect(await screen.findByText("RFx declined")).toBeTruthy();
  expect(await screen.findByText("No capacity", { selector: "q" })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: /Company name/ })).toBeNull();
});

test("a save to a closed RFx shows the new status and the unsent answers", async () => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Old" } });
  show(server);
  server.status = "COMPLETED";
  server.answers = {
    "PUT /api/rfx/41/value": { status: 409, body: { message: "This RFx is not open any more." } },
  };
  await userEvent.type(field(/Company name/), "er");
  const notice = await screen.findByRole("region", { name: "Answers not sent" }, { timeout: 3000 });
  expect(notice.textContent).toContain("1 answer typed here was not sent. This RFx is not open any more.");
  expect(notice.textContent).toContain("Company name: Older");
  expect(screen.queryByRole("textbox")).toBeNull();
  expect(screen.getByText("Old")).toBeTruthy();
  cleanup();
  server.answers = {};
  server.status = "INPROGRESS";
  show(server);
  await waitFor(() => expect(server.values.company?.value).toBe("Older"), { timeout: 3000 });
});
