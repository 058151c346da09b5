import { onlineManager } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { toasts } from "../../../lib/toasts";
import { aContact, firstPage } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import type { ContactRow, UserDetails } from "../types";
import Contact from "./contact";
import Contacts from "./contacts";

function row(changes: Partial<ContactRow> = {}): ContactRow {
  return {
    ...aContact(),
    organisation: { id: 8, name: "Bergmann" },
    relationship: { id: 3, level: "Preferred" },
    hasPage: true,
    ...changes,
  };
}

function details(changes: Partial<UserDetails> = {}): UserDetails {
  return {
    ...aContact(),
    organisation: { id: 8, name: "Bergmann", logoUrl: null },
    relationship: { id: 3, level: "Preferred" },
    hasPage: true,
    joinDate: "2026-01-05T09:00:00Z",
    timeZone: null,
    organisationTimeZone: "Europe/London",
    isOwnOrganisation: false,
    mayResendInvite: false,
    type: "USER",
    address: null,
    colours: ["rose"],
    pictures: [],
    largePic: null,
    authorities: [],
    mayEdit: false,
    mayChangeRole: false,
    mayResetFactor: false,
    maySuspend: false,
    mayErase: false,
    roles: [],
    ...changes,
  };
}

test("the list starts with the own organisation, including suspended users", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(
    <Contacts
      list={firstPage([
        row(),
        row({ id: 28, name: "Nadia Karim", jobTitle: null, status: "INVITED" }),
        row({ id: 29, name: "Anonymous", hasPage: false }),
        row({ id: 30, name: "Peter Novak", status: "SUSPENDED" }),
      ])}
    />,
    { path: "/contacts" },
  );
  expect(screen.getByText("4 contacts")).toBeTruthy();
  expect(screen.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
    "Name",
    "Organisation",
    "Relationship",
  ]);
  expect(screen.getByRole("img", { name: "Invited" })).toBeTruthy();
  expect(screen.getByText("Suspended")).toBeTruthy();
  expect(screen.getByText("no job title")).toBeTruthy();
  expect(screen.getByRole("link", { name: /Jana Bergmann/ }).getAttribute("href")).toBe("/contacts/27");
  expect(screen.queryByRole("link", { name: /Anonymous/ })).toBeNull();
  const own = screen.getByRole("switch", { name: "Our Organisation" }) as HTMLInputElement;
  expect(own.checked).toBe(true);
  await userEvent.click(own);
  await waitFor(() => expect(calls).toHaveLength(1));
  const query = Object.fromEntries(calls[0]?.url.searchParams ?? []);
  expect(query).toMatchObject({ myOrgOnly: "false", includeSuspended: "true", pageSize: "20" });
});

test("name filters and search filter the list while typing", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<Contacts list={firstPage([row()])} />, { path: "/contacts" });
  await userEvent.type(screen.getByLabelText("CONTACT name"), "jan");
  await userEvent.type(screen.getByLabelText("ORGANISATION name"), "berg");
  await userEvent.type(screen.getByLabelText("Search"), "x");
  await waitFor(() =>
    expect(Object.fromEntries(calls.at(-1)?.url.searchParams ?? [])).toMatchObject({
      userName: "jan",
      organisationName: "berg",
      search: "x",
    }),
  );
  expect(await screen.findByText("No contacts for the current search filter.")).toBeTruthy();
});

test("a user of another organisation has no journal", () => {
  renderOnPage(<Contact user={details()} />);
  expect(screen.getAllByRole("tab").map(({ textContent }) => textContent)).toEqual(["Details"]);
  expect(screen.getByRole("link", { name: "Bergmann" }).getAttribute("href")).toBe("/organisations/8");
  expect(screen.getByText("Active")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Re-send invite..." })).toBeNull();
});

test("a colleague's journal is requested by user id only", async () => {
  const calls = answerCalls(() => ({ body: [] }));
  renderOnPage(<Contact user={details({ isOwnOrganisation: true })} />);
  await userEvent.click(screen.getByRole("tab", { name: "Journal" }));
  expect(await screen.findByText("No activity yet.")).toBeTruthy();
  expect(calls[0]?.url.searchParams.has("ignoredTypes")).toBe(false);
  expect(calls[0]?.url.searchParams.get("subjectUserId")).toBe("27");
});

test("hidden contact details come with an explanation", () => {
  renderOnPage(<Contact user={details({ email: null })} />);
  expect(
    screen.getByText(/shown once Bergmann has added you to its network, or .* has answered you/),
  ).toBeTruthy();
  expect(screen.queryByText("Mobile")).toBeNull();
});

test("an invitation is sent again", async () => {
  toasts.clear();
  const calls = answerCalls(() => ({ status: 204 }));
  renderOnPage(<Contact user={details({ status: "INVITED", joinDate: null, mayResendInvite: true })} />);
  expect(screen.getByText("not joined yet")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Re-send invite..." }));
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "POST /api/user/27/resendInvite",
  ]);
  const storedToasts = sessionStorage.getItem("assay.toasts") ?? "";
  expect(storedToasts.indexOf("Re-sending invitation...")).toBeGreaterThan(0);
  expect(storedToasts.indexOf("Invitation re-sent.")).toBeGreaterThan(
    storedToasts.indexOf("Re-sending invitation..."),
  );
});

test("an accepted invitation cannot be sent again", async () => {
  const refused = "This invitation has been accepted already.";
  const joined = { joinDate: "2026-11-20T14:02:00Z", mayResendInvite: false };
  answerCalls(({ method }) =>
    method === "GET"
      ? { body: details({ status: "ACTIVE", ...joined }) }
      : { status: 409, body: { errors: [refused] } },
  );
  renderOnPage(<Contact user={details({ status: "INVITED", joinDate: null, mayResendInvite: true })} />);
  await userEvent.click(screen.getByRole("button", { name: "Re-send invite..." }));
  expect(await screen.findByText("Active")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Re-send invite..." })).toBeNull();
  expect(sessionStorage.getItem("assay.toasts")).toContain(refused);
});

test("an empty search result can be cleared, and the focus stays on the page", async () => {
  history.replaceState(null, "", "/contacts?search=zzz&userName=yy");
  answerCalls(() => ({ body: [row()] }));
  const { container } = renderOnPage(<Contacts list={firstPage<ContactRow>([])} />, {
    path: "/contacts",
    search: "search=zzz&userName=yy",
  });
  container.id = "content";
  container.tabIndex = -1;
  const empty = screen.getByText("No contacts for the current search filter.").parentElement as HTMLElement;
  await userEvent.click(within(empty).getByRole("button", { name: "Clear filters" }));
  expect(location.search).toBe("");
  expect(document.activeElement).toBe(container);
});

test("while offline the list shows that it waits, and loads when online again", async () => {
  history.replaceState(null, "", "/contacts");
  const calls = answerCalls(() => ({ body: [row({ name: "Jana Bergmann" })] }));
  renderOnPage(<Contacts list={firstPage([row({ name: "Daniel Asante" })])} />, { path: "/contacts" });
  onlineManager.setOnline(false);
  await userEvent.type(screen.getByRole("searchbox"), "jana");
  const note = await screen.findByText("You're offline. This list updates when you're back online.");
  expect(note.getAttribute("role")).toBe("alert");
  expect(calls).toHaveLength(0);
  onlineManager.setOnline(true);
  await screen.findByText("Jana Bergmann");
  expect(screen.queryByText(/You're offline/)).toBeNull();
});

test("suspending asks for confirmation; reactivating does not", async () => {
  const calls = answerCalls(({ body }) => ({
    body: details({
      maySuspend: true,
      status: (body as { suspended: boolean }).suspended ? "SUSPENDED" : "ACTIVE",
    }),
  }));
  renderOnPage(<Contact user={details({ maySuspend: true })} />);
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole("button", { name: "Actions" }));
    await userEvent.click(await screen.findByRole("menuitem", { name }));
  };
  await choose("Suspend");
  const modal = within(await screen.findByRole("dialog", { name: /^Suspend / }));
  await userEvent.click(modal.getByRole("button", { name: "Cancel" }));
  expect(calls).toHaveLength(0);
  await choose("Suspend");
  await userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Suspend" }));
  expect(await screen.findByText("Suspended")).toBeTruthy();
  await choose("Reactivate");
  await waitFor(() => expect(screen.queryByText("Suspended")).toBeNull());
  expect(calls.map(({ body }) => body)).toEqual([{ suspended: true }, { suspended: false }]);
});

test("erasing says what stays, and shows the former user afterwards", async () => {
  const calls = answerCalls(({ method }) => ({
    body: method === "POST" ? details({ name: "Former user", status: "SUSPENDED" }) : [],
  }));
  renderOnPage(<Contact user={details({ maySuspend: true, mayErase: true, status: "SUSPENDED" })} />);
  await userEvent.click(screen.getByRole("button", { name: "Actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Erase personal data..." }));
  const modal = within(await screen.findByRole("dialog", { name: /^Erase the personal data of / }));
  expect(modal.getByText(/can't be undone/)).toBeTruthy();
  expect(modal.getByText(/^signatures and the name next to them/)).toBeTruthy();
  expect(calls).toHaveLength(0);
  await userEvent.click(modal.getByRole("button", { name: "Erase permanently" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Former user" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Actions" })).toBeNull();
});
