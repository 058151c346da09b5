import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, expect, test, vi } from "vitest";
import { fieldNode, formOf } from "../../../testing/form-documents";
import "../../../testing/rfx-fetched";
import { RfxServer } from "../../../testing/rfx-server";

const forms = [formOf(fieldNode("company", { label: "Company name", required: true }))];
const expiredText = "Sorry, that link is no longer valid.";

/** Render the page with a separate session, because a page stays a guest page until it is left. */
async function show(rfx: unknown, logoUrl: string | null = null) {
  vi.resetModules();
  const { renderOnPage } = await import("../../../testing/page");
  const { default: RfxGuest } = await import("./guest");
  history.replaceState(null, "", "/guest/u-1/rfx/41");
  renderOnPage(<RfxGuest uuid="u-1" rfx={rfx as never} logoUrl={logoUrl} expiredText={expiredText} />, {
    accessToken: "token-of-a-member",
    organisation: null,
    user: null,
  });
}

// Reset the modules, so that later test files do not start as a guest.
afterAll(() => {
  vi.resetModules();
});

test("opening a guest's link does not open the RFx, but an action in the page does", async () => {
  const server = new RfxServer({ forms, role: "GUEST", status: "NEW" });
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(2));
  const signedIn = "POST /api/session/guest";
  expect(server.moves).toEqual([signedIn]);
  await userEvent.click(screen.getByRole("textbox", { name: /Company name/ }));
  await waitFor(() => expect(server.moves).toEqual([signedIn, "POST /api/rfx/41/opened"]));
});

test("a guest signs in by the link, loads the session, and uses no other account", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(2));
  expect(server.calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /api/session/guest",
    "GET /api/session",
  ]);
  await userEvent.type(screen.getByRole("textbox", { name: /Company name/ }), "Park Ltd");
  await waitFor(() => expect(server.values.company?.value).toBe("Park Ltd"), { timeout: 3000 });
  expect(server.calls.at(-1)?.headers.get("Authorization")).toBe("Bearer guest-token");
});

test("the RFI is the only tab, and the submit button is in the side panel", async () => {
  const server = new RfxServer({ forms, role: "GUEST", values: { company: "Park Ltd" } });
  await show(server.rfx);
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["RFI"]);
  expect(screen.getByRole("button", { name: /Submit Response/ }).closest(".rfx-side")).toBeTruthy();
  expect(screen.getByText("To").nextSibling?.textContent).toBe("Jo Park");
});

test("a guest sees the requester's logo, the title alone, and neither a state nor a warning before the first answer", async () => {
  const server = new RfxServer({ forms, role: "GUEST", status: "NEW" });
  await show(server.rfx, "/logo.png");
  expect(document.querySelector(".guest-intro img")?.getAttribute("src")).toBe("/logo.png");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Supplier qualification 2027");
  expect(screen.queryByText("New")).toBeNull();
  expect(screen.queryByRole("img", { name: "Not valid yet" })).toBeNull();
});

test("a guest can decline, and the notice names the guest as the one who declined", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  await show(server.rfx);
  await userEvent.click(screen.getByRole("button", { name: "More actions" }));
  const items = screen.getAllByRole("menuitem").map(({ textContent }) => textContent);
  expect(items).toEqual(["Decline..."]);
  await userEvent.click(screen.getByRole("menuitem", { name: "Decline..." }));
  await userEvent.type(await screen.findByRole("textbox", { name: /Reason/ }), "Not our trade");
  await userEvent.click(screen.getByRole("button", { name: "Decline this RFI" }));
  await waitFor(() => expect(server.moves.at(-1)).toBe("POST /api/rfx/41/decline"));
  const notice = await screen.findByText(/^You declined to answer/);
  expect(notice.querySelector("q")?.textContent).toBe("Not our trade");
});

test("files of the request are shown above it", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  const attachments = [{ id: 9, filename: "drawing.pdf", size: 2048 }];
  await show({ ...server.rfx, attachments });
  expect(screen.getByRole("heading", { name: "Files from Meridian Surgical" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "drawing.pdf" }).getAttribute("href")).toBe("/files/9");
});

test.each([
  ["INPROGRESS", "Change your answer in the form: that answers the follow-up."],
  ["COMPLETED", "Your answer can be changed once Meridian Surgical has reopened this."],
] as const)("a follow-up task shows a guest how to answer it (%s)", async (status, way) => {
  const tasks = [{ id: 5, fieldKey: "company", text: "Which company?" }];
  const server = new RfxServer({ forms, role: "GUEST", status, values: { company: "Park Ltd" }, tasks });
  await show(server.rfx);
  const [first] = await screen.findAllByRole("button", { name: /Which company/ });
  if (!first) throw new Error("The question is not shown.");
  await userEvent.click(first);
  expect(await screen.findByText(way)).toBeTruthy();
});

test("without writable fields there is no submit button", async () => {
  const server = new RfxServer({ forms, role: "GUEST", status: "COMPLETED" });
  await show(server.rfx);
  expect(screen.queryByRole("button", { name: /Submit Response/ })).toBeNull();
  expect(screen.getByText(/Response submitted/)).toBeTruthy();
});

test("a link that expires before the sign-in shows an error page", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  server.answers = { "POST /api/session/guest": { status: 401, body: { message: expiredText } } };
  await show(server.rfx);
  expect(await screen.findByRole("heading", { level: 1, name: expiredText })).toBeTruthy();
  expect(window.location.pathname).toBe("/guest/u-1/rfx/41");
});

test("a server error does not expire the link, and the answers stay visible", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  server.answers = { "POST /api/session/guest": { status: 500, body: { message: "It broke." } } };
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(1));
  server.answers = {};
  await userEvent.type(screen.getByRole("textbox", { name: /Company name/ }), "Park Ltd");
  await waitFor(() => expect(server.values.company?.value).toBe("Park Ltd"), { timeout: 3000 });
  expect(screen.queryByText(expiredText)).toBeNull();
  expect(screen.getByDisplayValue("Park Ltd")).toBeTruthy();
});

test("a guest whose link expires while typing is notified, and unsent answers are sent once the link works again", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(2));
  const refused = { status: 401, body: { message: "Please sign in again." } };
  server.answers = {
    "PUT /api/rfx/41/value": refused,
    "GET /api/rfx/41/value": refused,
    "POST /api/session/guest": { status: 401, body: { code: "linkGone", message: expiredText } },
  };
  await userEvent.type(screen.getByRole("textbox", { name: /Company name/ }), "Park Ltd");
  const notice = await screen.findByRole("region", { name: "Answers not sent" }, { timeout: 3000 });
  expect(notice.textContent).toContain(
    `1 answer typed here was not sent. ${expiredText} It is kept on this device`,
  );
  expect(notice.textContent).toContain("Park Ltd");
  expect(screen.queryByText(/server fault/)).toBeNull();
  expect(screen.getByText(/\(kept on this device\)/)).toBeTruthy();
  const { toasts } = await import("../../../lib/toasts");
  const showError = vi.spyOn(toasts, "error");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(showError).toHaveBeenCalledWith(expiredText));
  expect(screen.getByRole("textbox", { name: /Company name/ })).toHaveProperty("value", "Park Ltd");
  server.answers = {};
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(server.values.company?.value).toBe("Park Ltd"), { timeout: 3000 });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Answers not sent" })).toBeNull());
});

test("answers held up by a refused sign-in are sent again automatically", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(2));
  server.answers = {
    "PUT /api/rfx/41/value": { status: 401 },
    "GET /api/rfx/41/value": { status: 401 },
    "POST /api/session/guest": { status: 401, body: { code: "linkGone", message: expiredText } },
  };
  await userEvent.type(screen.getByRole("textbox", { name: /Company name/ }), "Park Ltd");
  await screen.findByRole("region", { name: "Answers not sent" }, { timeout: 3000 });
  server.answers = {};
  await waitFor(() => expect(server.values.company?.value).toBe("Park Ltd"), { timeout: 8000 });
  await screen.findByText("All changes saved");
}, 15_000);
