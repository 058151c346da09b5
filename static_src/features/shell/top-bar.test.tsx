import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { PageContext } from "../../lib/browser/page-context";
import { emit, listen } from "../../lib/events";
import { renderOnPage, testContext } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import TopBar from "./top-bar";

const menus: Partial<PageContext> = {
  plusMenu: [
    { label: "New Non-Conformance...", event: "OPEN_NEW_NCR", icon: "ncr" },
    { label: "Invite A New Supplier...", href: "/organisations/invite", icon: "invite" },
  ],
  settingsMenu: [{ label: "Forms...", href: "/forms", icon: "forms" }],
};
const { user, organisation } = testContext();

async function openUserMenu() {
  await userEvent.click(screen.getByRole("button", { name: "Rosa Meyer, your menu" }));
  return screen.getByRole("menu");
}

test("the menus contain exactly the entries of the context", async () => {
  renderOnPage(<TopBar />, menus);
  expect(screen.queryByText("Test account")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(screen.getAllByRole("menuitem").map((item) => item.textContent)).toEqual([
    "New Non-Conformance...",
    "Invite A New Supplier...",
  ]);
  const opened = vi.fn();
  const stop = listen("OPEN_NEW_NCR", opened);
  await userEvent.click(screen.getByRole("menuitem", { name: "New Non-Conformance..." }));
  stop();
  expect(opened).toHaveBeenCalledWith({});
});

test("without entries there is no menu to open", () => {
  renderOnPage(<TopBar />);
  expect(screen.queryByRole("button", { name: "Add" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Settings" })).toBeNull();
});

test("a test organisation has a badge, and its logo or initials", () => {
  const test = {
    ...organisation,
    id: 1,
    name: "Meridian Surgical",
    isTestOrganisation: true,
    logoUrl: "/files/3",
  };
  const { unmount } = renderOnPage(<TopBar />, { organisation: test });
  expect(screen.getByText("Test account")).toBeTruthy();
  expect(screen.getByRole("img", { name: "Meridian Surgical" }).querySelector("img")?.src).toContain(
    "/files/3",
  );
  unmount();
  renderOnPage(<TopBar />);
  expect(screen.getByRole("img", { name: "Meridian Surgical" }).textContent).toBe("MS");
});

test("a new name or logo of the viewer's organisation appears at once; other organisations are ignored", () => {
  renderOnPage(<TopBar />, { organisation: { ...organisation, id: 1, name: "Old" } as never });
  const change = { name: "New Name", logoUrl: "/files/9" };
  act(() => emit("ORGANISATION_CHANGED", { id: 2, ...change }));
  expect(screen.getByRole("img", { name: "Old" }).querySelector("img")).toBeNull();
  act(() => emit("ORGANISATION_CHANGED", { id: 1, ...change }));
  expect(screen.getByRole("img", { name: "New Name" }).querySelector("img")?.src).toContain("/files/9");
});

test("the user menu names user and organisation and links to the user's details", async () => {
  renderOnPage(<TopBar />);
  const menu = await openUserMenu();
  expect(within(menu).getByText("Rosa Meyer")).toBeTruthy();
  expect(within(menu).getByText("Meridian Surgical")).toBeTruthy();
  expect(within(menu).getByRole("menuitem", { name: "My Details..." }).getAttribute("href")).toBe(
    "/contacts/7",
  );
  expect(within(menu).queryByText("SysAdmin...")).toBeNull();
});

test("the user menu of administrators links to their area", async () => {
  renderOnPage(<TopBar />, { user: { ...(user as NonNullable<typeof user>), isAdmin: true } });
  const menu = await openUserMenu();
  expect(within(menu).getByRole("menuitem", { name: "SysAdmin..." }).getAttribute("href")).toBe(
    "/sysadmin/home",
  );
});

test("a theme applies at once and is stored", async () => {
  renderOnPage(<TopBar />);
  await openUserMenu();
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Dark" }));
  expect(document.documentElement.dataset.bsTheme).toBe("dark");
  expect(document.cookie).toContain("assay_theme=dark");
  await openUserMenu();
  expect(screen.getByRole("menuitemradio", { name: "Dark" }).getAttribute("aria-checked")).toBe("true");
  await userEvent.click(screen.getByRole("menuitemradio", { name: "Match system" }));
  expect(document.cookie).not.toContain("assay_theme");
});

test("signing out ends the session and leads to the sign-in page", async () => {
  const go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = answerCalls(() => ({ status: 204 }));
  renderOnPage(<TopBar />);
  await openUserMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Sign Out" }));
  await waitFor(() => expect(go).toHaveBeenCalledWith("/login"));
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(["DELETE /api/session"]);
});

test("the bell shows the number of unread updates without tasks, and follows live updates", () => {
  const live = {
    stamp: "0",
    newMessages: 0,
    openTasks: 0,
    responsesToReview: 0,
    waitingNcrs: 0,
    unread: 4,
    unreadNews: 2,
    rfx: null,
    events: [],
  };
  renderOnPage(<TopBar />, { live });
  const bell = screen.getByRole("link", { name: "Updates, 2 unread" });
  expect(bell.getAttribute("href")).toBe("/home#updates");
  act(() => emit("NOTIFICATIONS_CHANGED", { unread: 200, unreadNews: 100 }));
  expect(screen.getByRole("link", { name: "Updates, 99+ unread" }).textContent).toBe("99+");
  act(() => emit("NOTIFICATIONS_CHANGED", { unread: 1, unreadNews: 0 }));
  expect(screen.getByRole("link", { name: "Updates" }).textContent).toBe("");
});

test("a navigation that is collapsed for its page opens, and stays open on such pages", async () => {
  const { dataset } = document.documentElement;
  dataset.nav = "auto";
  renderOnPage(<TopBar />, { nav: [{ href: "/home", label: "Home", icon: "home", active: true }] });
  await userEvent.click(screen.getByRole("button", { name: "Show the navigation's words" }));
  expect(dataset.nav).toBeUndefined();
  expect(document.cookie).toContain("assay_nav=open");
  await userEvent.click(screen.getByRole("button", { name: "Fold the navigation to icons" }));
  expect(dataset.nav).toBe("collapsed");
  expect(document.cookie).toContain("assay_nav=collapsed");
  await userEvent.click(screen.getByRole("button", { name: "Show the navigation's words" }));
  expect(document.cookie).not.toContain("assay_nav=");
});
