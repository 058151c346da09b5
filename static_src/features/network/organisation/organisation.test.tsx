import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { pageSupplier } from "../../../domain/page-supplier";
import { listen } from "../../../lib/events";
import { aContact, aRelationship } from "../../../testing/network";
import { answerOthers, button, openPage, tabs } from "../../../testing/organisation-page";
import { answerCalls } from "../../../testing/server";

beforeEach(() => {
  answerOthers(() => ({ body: [] }));
});

test("the page shows the profile, the relationship data and the contacts", () => {
  openPage({ isTestOrganisation: true });
  expect(screen.getByRole("heading", { level: 1, name: "Bergmann Präzision GmbH" })).toBeTruthy();
  expect(screen.getByText("Test account")).toBeTruthy();
  expect(screen.getByText("Germany")).toBeTruthy();
  expect(tabs()).toEqual([
    "Summary",
    "Profile",
    "Journal",
    "Non-Conformances",
    "Assessments",
    "RFX Responses",
  ]);
  expect(screen.getByText("On time since March.")).toBeTruthy();
  expect(screen.getByPlaceholderText("+ Add tag")).toBeTruthy();
  expect(screen.getByText("Preferred")).toBeTruthy();
  expect(button("Change Relationship...")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Jana Bergmann" }).getAttribute("href")).toBe("/contacts/27");
});

test("'Send Message...' opens the New Message modal for this organisation", async () => {
  openPage();
  const details: unknown[] = [];
  const stop = listen("OPEN_NEW_MESSAGE", (detail) => details.push(detail));
  await userEvent.click(button("Send Message..."));
  stop();
  expect(details).toEqual([{ organisationId: 8, organisationName: "Bergmann Präzision GmbH" }]);
});

test("without a relationship the page shows no tags or notes and no contacts to write to", async () => {
  openPage({ relationship: null, tags: [], mayMessage: false });
  expect(
    await screen.findByText(
      "You must add this supplier to your Network (even just as 'Evaluation') to apply tags and notes.",
    ),
  ).toBeTruthy();
  expect(button("Send Message...").disabled).toBe(true);
  expect(button("Add Supplier To My Network...")).toBeTruthy();
  for (const tab of ["Journal", "Non-Conformances", "Assessments", "RFX Responses"]) {
    await userEvent.click(screen.getByRole("tab", { name: tab }));
    expect(screen.getByText("You have no relationship with this organisation.")).toBeTruthy();
  }
  expect(screen.queryByRole("heading", { name: "Custom Fields" })).toBeNull();
});

test("a supplier sees links to the shared records on its customer's page", async () => {
  openPage({ name: "Meridian & Co", relationship: null, tags: [], isCustomer: true });
  expect(screen.queryByText("This organisation is not in your network.")).toBeNull();
  for (const tab of ["Summary", "Journal", "Non-Conformances", "Assessments", "RFX Responses"]) {
    await userEvent.click(screen.getByRole("tab", { name: tab }));
    const panel = within(screen.getByRole("tabpanel", { name: tab }));
    expect(panel.getByText("You are a supplier of Meridian & Co.")).toBeTruthy();
    expect(panel.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "/rfx?supplierName=Meridian%20%26%20Co",
      "/messages",
      "/ncr",
    ]);
  }
  expect(button("Add Supplier To My Network...")).toBeTruthy();
});

test("at level None existing records are readable, and no new ones can be created", async () => {
  answerOthers(() => ({ body: [] }));
  const both = [
    ["Non-Conformances", /^New Non-Conformance/, "A new non-conformance needs a relationship above None."],
    ["Assessments", "New Assessment", "A new assessment needs a relationship above None."],
  ] as const;
  for (const level of ["None", "Evaluation"] as const) {
    openPage(
      { relationship: aRelationship({ level }) },
      { permissions: ["MANAGE_NCRS", "MANAGE_ASSESSMENTS"] },
    );
    for (const [tab, name, sentence] of both) {
      await userEvent.click(screen.getByRole("tab", { name: tab }));
      await screen.findAllByText(/^No (non-conformances|assessments)/);
      const begin = screen.getAllByRole("button", { name }) as HTMLButtonElement[];
      expect(begin.every(({ disabled }) => disabled === (level === "None"))).toBe(true);
      expect(screen.queryAllByText(sentence).length).toBe(level === "None" ? 1 : 0);
    }
    cleanup();
  }
});

test("the summary of an invited supplier shows the invitation and where to send it again", async () => {
  openPage({ status: "INVITED", users: [aContact({ id: 66, name: "Sofie Lund", status: "INVITED" })] });
  expect(
    await screen.findByText("This supplier was invited but has not accepted the invitation yet."),
  ).toBeTruthy();
  expect(
    await screen.findByText(/Invitations can be re-sent from the supplier user's Details page/),
  ).toBeTruthy();
  expect(screen.queryByPlaceholderText("+ Add tag")).toBeNull();
});

test("without the permission to manage relationships, tags and notes are read-only", () => {
  openPage({}, { permissions: [] });
  expect(screen.getByText("machining")).toBeTruthy();
  expect(screen.getByText("On time since March.")).toBeTruthy();
  for (const name of ["Edit notes", "Change Relationship...", "Send Message..."]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("the viewer's own organisation has a profile and no relationship", async () => {
  openPage({ isOwn: true, relationship: null, mayMessage: false });
  expect(tabs()).toEqual(["Profile"]);
  expect(await screen.findByText("“Five-axis machining.”")).toBeTruthy();
  expect(screen.queryByText("Relationship")).toBeNull();
});

test("non-conformances are filtered to open ones first, and the filter is in the address", async () => {
  const calls = answerOthers(() => ({ body: [] }));
  window.history.replaceState(null, "", "/organisations/8?tab=ncr");
  openPage({}, { search: "tab=ncr" });
  const pressed = (name: string) => button(name).getAttribute("aria-pressed");
  await screen.findByRole("button", { name: "All Resolved" });
  expect(pressed("All 'Open'")).toBe("true");
  const asked = () => Object.fromEntries(calls.at(-1)?.url.searchParams ?? []);
  await waitFor(() => expect(asked()).toMatchObject({ pending: "true", inProgress: "true" }));
  await userEvent.click(button("All Resolved"));
  await waitFor(() => expect(asked()).toMatchObject({ resolved: "true" }));
  expect(window.location.search).toBe("?tab=ncr&show=resolved");
  await userEvent.click(button("All Resolved"));
  await waitFor(() => expect(asked().resolved).toBeUndefined());
  expect(window.location.search).toBe("?tab=ncr&show=all");
  expect([pressed("All 'Open'"), pressed("All Resolved")]).toEqual(["false", "false"]);
});

test("the page provides its supplier to the overlays if the relationship has a level above None", () => {
  openPage();
  expect(pageSupplier()).toEqual({ relationshipId: 3, name: "Bergmann Präzision GmbH" });
  cleanup();
  expect(pageSupplier()).toBeNull();
  openPage({ relationship: aRelationship({ level: "None" }) });
  expect(pageSupplier()).toBeNull();
});

test("the summary shows the score with its change, open work and late work", async () => {
  answerOthers(() => ({ body: [] }), {
    summary: {
      score: {
        scoreName: "Performance score",
        points: [
          { assessmentId: 2, score: 0.78, completed: "2026-10-02T10:00:00Z" },
          { assessmentId: 1, score: 0.72, completed: "2025-11-02T10:00:00Z" },
        ],
      },
      ncrs: [
        { severity: "CRITICAL", count: 1 },
        { severity: "MINOR", count: 2 },
      ],
      recurring: [{ partNumber: "4711", defectCodeId: 1, text: "Third time: part 4711, defect 'burr'" }],
      requests: { count: 2, started: 1, nextDeadline: "2027-11-27T10:00:00Z" },
      followUps: { count: 4, late: 1, answered: 1 },
      nextEnd: { until: "2020-03-01", typeName: "ISO 9001" },
    },
  });
  openPage();
  const figures = within(await screen.findByRole("list", { name: "Figures" }));
  await waitFor(() => expect(figures.getByText("78%")).toBeTruthy());
  const text = (name: RegExp) => figures.getByRole("link", { name }).textContent;
  expect(text(/Score/)).toContain("+6 since");
  expect(text(/Open NCRs/)).toContain("31 Critical, 2 Minor. Third time: part 4711, defect 'burr'");
  expect(text(/Open requests/)).toContain("21 started, due ");
  expect(text(/Open follow-ups/)).toContain("41 late, 3 with supplier, 1 to review");
  expect(text(/Next expiry/)).toContain("ExpiredISO 9001, ");
  const documents = figures.getByRole("link", { name: /Next expiry/ });
  expect(documents.getAttribute("href")).toBe("/organisations/8/documents");
  await userEvent.click(figures.getByRole("link", { name: /Open NCRs/ }));
  expect(screen.getByRole("tab", { name: "Non-Conformances" }).getAttribute("aria-selected")).toBe("true");
});

test("figures that fail to load can be requested again", async () => {
  answerCalls(({ url }) => (url.pathname.endsWith("/summary") ? { status: 500, body: {} } : { body: [] }));
  openPage();
  expect(await screen.findByText("The figures could not be loaded.", {}, { timeout: 4000 })).toBeTruthy();
});

test("the header offers the actions that the user may take on a supplier", async () => {
  const details: unknown[] = [];
  const stops = (["OPEN_NEW_MESSAGE", "OPEN_NEW_ASSESSMENT", "OPEN_NEW_NCR"] as const).map((name) =>
    listen(name, (detail) => details.push(detail)),
  );
  const permissions = ["SEND_RFX", "MANAGE_ASSESSMENTS", "MANAGE_NCRS", "SEND_MESSAGES"];
  openPage({ relationship: aRelationship({ level: "Approved" }) }, { permissions });
  for (const name of ["Send request...", "Start assessment...", "New NCR..."])
    await userEvent.click(button(name));
  await userEvent.click(button("Actions"));
  await userEvent.click(screen.getByRole("menuitem", { name: "Message..." }));
  for (const stop of stops) stop();
  const organisation = { organisationId: 8, organisationName: "Bergmann Präzision GmbH" };
  const supplier = { relationshipId: aRelationship().id, supplierName: "Bergmann Präzision GmbH" };
  expect(details).toEqual([{ ...organisation, type: "RFI" }, supplier, supplier, organisation]);
  cleanup();
  openPage({ relationship: aRelationship({ level: "None" }), mayMessage: false }, { permissions });
  expect(screen.queryByRole("button", { name: "Send request..." })).toBeNull();
  cleanup();
  openPage({}, { permissions: [] });
  expect(screen.queryByRole("button", { name: "Send request..." })).toBeNull();
});
