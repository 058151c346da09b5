import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, expect, test, vi } from "vitest";
import { fieldNode, formOf } from "../../testing/form-documents";
import "../../testing/rfx-fetched";
import { RfxServer } from "../../testing/rfx-server";

const forms = [formOf(fieldNode("company", { label: "Company name", required: true }))];
const gone = "Sorry, that link is no longer valid.";

/** The page with a session of its own: being a guest lasts as long as the page. */
async function show(rfx: unknown) {
  vi.resetModules();
  const { renderOnPage } = await import("../../testing/page");
  const { default: RfxGuest } = await import("./guest");
  history.replaceState(null, "", "/guest/u-1/rfx/41");
  renderOnPage(<RfxGuest uuid="u-1" rfx={rfx as never} gone={gone} />, {
    accessToken: "token-of-a-member",
    organisation: null,
    user: null,
  });
}

// Later files begin as nobody's guest.
afterAll(() => {
  vi.resetModules();
});

test("opening a guest's link opens no RFx; acting in it does", async () => {
  const server = new RfxServer({ forms, role: "GUEST", status: "NEW" });
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(2));
  const signedIn = "POST /api/session/guest";
  expect(server.moves).toEqual([signedIn]);
  await userEvent.click(screen.getByRole("textbox", { name: /Company name/ }));
  await waitFor(() => expect(server.moves).toEqual([signedIn, "POST /api/rfx/41/opened"]));
});

test("a guest signs in by the link, loads the session, and works as nobody else", async () => {
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

test("there are no tabs, and the one submit button stands in the side panel", async () => {
  const server = new RfxServer({ forms, role: "GUEST", values: { company: "Park Ltd" } });
  await show(server.rfx);
  expect(screen.queryByRole("tab")).toBeNull();
  expect(screen.getByRole("button", { name: /Submit Response/ }).closest(".rfx-side")).toBeTruthy();
  expect(screen.getByText("To").nextSibling?.textContent).toBe("Jo Park");
});

test("without anything to write there is no submit button", async () => {
  const server = new RfxServer({ forms, role: "GUEST", status: "COMPLETED" });
  await show(server.rfx);
  expect(screen.queryByRole("button", { name: /Submit Response/ })).toBeNull();
  expect(screen.getByText(/This response was submitted/)).toBeTruthy();
});

test("a link that is no longer good gives a calm page, at first or when signing in", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  await show(null);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(gone);
  expect(server.calls).toEqual([]);
  server.answers = { "POST /api/session/guest": { status: 401, body: { message: gone } } };
  await show(server.rfx);
  await waitFor(() => expect(screen.getAllByRole("heading", { level: 1, name: gone })).toHaveLength(2));
  expect(window.location.pathname).toBe("/guest/u-1/rfx/41");
});

test("a server that broke says nothing about the link: the answers stay in sight", async () => {
  const server = new RfxServer({ forms, role: "GUEST" });
  server.answers = { "POST /api/session/guest": { status: 500, body: { message: "It broke." } } };
  await show(server.rfx);
  await waitFor(() => expect(server.calls.length).toBe(1));
  server.answers = {};
  await userEvent.type(screen.getByRole("textbox", { name: /Company name/ }), "Park Ltd");
  await waitFor(() => expect(server.values.company?.value).toBe("Park Ltd"), { timeout: 3000 });
  expect(screen.queryByText(gone)).toBeNull();
  expect(screen.getByDisplayValue("Park Ltd")).toBeTruthy();
});
