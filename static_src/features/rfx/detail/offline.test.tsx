import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { raiseFollowUp } from "../../../domain/rfx/review-calls";
import { toasts, useToasts } from "../../../lib/toasts";
import { fieldNode, formOf } from "../../../testing/form-documents";
import { renderOnPage } from "../../../testing/page";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";
import { answerCalls } from "../../../testing/server";
import type { Rfx } from "../types";
import RfxDetail from "./detail";
import { changeDeadline, declineRfx } from "./moves/move-calls";
import { replyToFollowUp } from "./review/review-calls";

const company = fieldNode("company", { label: "Company name" });
const supplier = { organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null } };
const asked = [{ id: 8, fieldKey: "company", text: "Which site?" }];
const offlineText = "There is no connection to the server. Please try again.";

function Toasts() {
  return <output>{useToasts().map(({ text }) => text)}</output>;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const choose = async (menu: string, name: string | RegExp) => {
  await press(menu);
  await userEvent.click(screen.getByRole("menuitem", { name }));
};

/** Render an RFx whose requests get no response. */
function show(options: Partial<ConstructorParameters<typeof RfxServer>[0]>) {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Bergmann" }, ...options });
  server.offline = true;
  renderOnPage(
    <>
      <Toasts />
      <RfxDetail rfx={server.rfx as Rfx} taskId={null} />
    </>,
    options.role === "REQUESTER" ? {} : supplier,
  );
  return server;
}

beforeEach(() => {
  toasts.clear();
  window.history.replaceState(null, "", "/rfx/41");
});

test("without a connection a dialog shows an error, keeps its values and can be sent again", async () => {
  const server = show({});
  await choose("More actions", "Decline...");
  await userEvent.type(await screen.findByRole("textbox", { name: /Reason/ }), "No capacity");
  await press("Decline this RFI");
  expect((await screen.findByRole("alert")).textContent).toBe(offlineText);
  expect(screen.getByDisplayValue("No capacity")).toBeTruthy();
  server.offline = false;
  await press("Decline this RFI");
  expect(await screen.findByText("RFx declined")).toBeTruthy();
});

test("an unfinished upload blocks submission", async () => {
  const papers = fieldNode("papers", { type: "FILE", label: "Certificate" });
  const server = show({ forms: [formOf(company, papers)] });
  await userEvent.upload(await screen.findByLabelText(/Certificate/), new File(["x"], "iso.pdf"));
  expect(await screen.findByRole("button", { name: "Try iso.pdf again" })).toBeTruthy();
  const submit = screen.getByRole("button", { name: /^Submit Response/ }) as HTMLButtonElement;
  expect(submit.disabled).toBe(true);
  await press("1 answer needed");
  const needed = within(await screen.findByRole("region", { name: "1 answer to correct" }));
  expect(needed.getByText(/A file was not uploaded\. Try again, or remove it\./)).toBeTruthy();
  server.offline = false;
  await press("Remove iso.pdf");
  expect(submit.disabled).toBe(false);
});

test("without a connection nothing is submitted, and the confirmation stays open", async () => {
  show({});
  await press(/^Submit Response/);
  await press("Yes, Submit Response");
  expect((await screen.findByRole("alert")).textContent).toBe(offlineText);
  expect(screen.getByRole("dialog", { name: "Submit Response" })).toBeTruthy();
});

test("without a connection the requester sees the error where the action was started", async () => {
  const server = show({ role: "REQUESTER", status: "COMPLETED", tasks: asked });
  await press("Re-Open RFx");
  await press("Yes, Reopen This RFI");
  expect((await screen.findByRole("alert")).textContent).toBe(offlineText);
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());

  await press(/^Open.*Which site/);
  await press("Close follow-up");
  expect((await screen.findByRole("alert")).textContent).toBe(offlineText);
  await press("Done");
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());

  await press("Review answers");
  await press(/^Accept/);
  expect((await screen.findByRole("alert")).textContent).toBe(offlineText);
  server.offline = false;
  await press(/^Accept/);
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test.each([
  ["a reason", () => declineRfx(41, "No.")],
  ["a deadline", () => changeDeadline(41, null, { deadline: null })],
  ["a reply", () => replyToFollowUp(41, 8, "<p>Here.</p>")],
  [
    "a question",
    () => raiseFollowUp(41, { field: "x", descriptionHtml: "", assigneeUserId: null, due: null }, "k"),
  ],
])("an error without a field in the dialog for %s is shown in a toast", async (_, call) => {
  answerCalls(() => ({
    status: 422,
    body: { errors: ["Not by you."], fields: { user: ["Not by you."] } },
  }));
  renderOnPage(<Toasts />);
  await expect(call()).rejects.toThrow();
  expect(await screen.findByText("Not by you.")).toBeTruthy();
});

test("without a connection a menu action shows its error in a toast", async () => {
  show({ role: "REQUESTER" });
  await choose("More actions", "Send a reminder");
  expect(await screen.findByText(offlineText)).toBeTruthy();
  toasts.clear();
  await choose("Download", /pdf/);
  expect(await screen.findByText(offlineText)).toBeTruthy();
});

test("messages that fail to load show one error, in their tab", async () => {
  const server = show({});
  server.answers = { "GET /api/messageThread/7": { status: 500, body: { message: "It broke." } } };
  await userEvent.click(screen.getByRole("tab", { name: "Messages" }));
  expect(await screen.findByText("The messages could not be loaded.")).toBeTruthy();
  expect(screen.queryByText("It broke.")).toBeNull();
});

test("a server error during the token renewal is not shown as offline", async () => {
  const server = show({});
  server.offline = false;
  server.answers = {
    "POST /api/rfx/41/decline": { status: 401 },
    "POST /api/session/refresh": { status: 500 },
  };
  await choose("More actions", "Decline...");
  await userEvent.type(await screen.findByRole("textbox", { name: /Reason/ }), "No capacity");
  await press("Decline this RFI");
  expect((await screen.findByRole("alert")).textContent).toBe("Something went wrong. Please try again.");
});
