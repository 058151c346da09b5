import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { pageSupplier } from "../../../domain/page-supplier";
import { listen } from "../../../lib/events";
import { toasts } from "../../../lib/toasts";
import { aContact, anOrganisation, aRelationship } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import type { Organisation } from "../types";
import OrganisationPage from "./organisation";

const emptySummary = {
  score: null,
  ncrs: [],
  requests: { count: 0, started: 0, nextDeadline: null },
  followUps: { count: 0, late: 0, answered: 0 },
};

/** Answer the requests of the summary; `answer` answers all others, and the result lists only those. */
function answerOthers(
  answer: Parameters<typeof answerCalls>[0],
  { summary = emptySummary }: { summary?: unknown } = {},
): Call[] {
  const others: Call[] = [];
  answerCalls((call) => {
    if (call.url.pathname.endsWith("/summary")) return { body: summary };
    if (call.url.pathname === "/api/eventLog") return { body: [] };
    others.push(call);
    return answer(call);
  });
  return others;
}

beforeEach(() => {
  answerOthers(() => ({ body: [] }));
});

const keeper = { permissions: ["MANAGE_RELATIONSHIPS", "SEND_MESSAGES"], path: "/organisations/8" };

function open(changes: Record<string, unknown> = {}, context = {}) {
  toasts.clear();
  renderOnPage(<OrganisationPage organisation={anOrganisation(changes) as Organisation} />, {
    ...keeper,
    ...context,
  });
}

const shownToasts = () =>
  (JSON.parse(sessionStorage.getItem("assay.toasts") ?? "[]") as { text: string }[]).map(({ text }) => text);
const button = (name: string) => screen.getByRole("button", { name }) as HTMLButtonElement;
const tabs = () => screen.getAllByRole("tab").map(({ textContent }) => textContent);

test("the page shows the profile, the relationship data and the contacts", () => {
  open({ isTestOrganisation: true });
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
  open();
  const details: unknown[] = [];
  const stop = listen("OPEN_NEW_MESSAGE", (detail) => details.push(detail));
  await userEvent.click(button("Send Message..."));
  stop();
  expect(details).toEqual([{ organisationId: 8, organisationName: "Bergmann Präzision GmbH" }]);
});

test("without a relationship the page shows no tags or notes and no contacts to write to", async () => {
  open({ relationship: null, tags: [], mayMessage: false });
  expect(
    screen.getByText(
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
  open({ name: "Meridian & Co", relationship: null, tags: [], isCustomer: true });
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
    open({ relationship: aRelationship({ level }) }, { permissions: ["MANAGE_NCRS", "MANAGE_ASSESSMENTS"] });
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

test("the summary of an invited supplier shows the invitation and where to send it again", () => {
  open({ status: "INVITED", users: [aContact({ id: 66, name: "Sofie Lund", status: "INVITED" })] });
  expect(screen.getByText("This supplier was invited but has not accepted the invitation yet.")).toBeTruthy();
  expect(screen.getByText(/Invitations can be re-sent from the supplier user's Details page/)).toBeTruthy();
  expect(screen.queryByPlaceholderText("+ Add tag")).toBeNull();
});

test("without the permission to manage relationships, tags and notes are read-only", () => {
  open({}, { permissions: [] });
  expect(screen.getByText("machining")).toBeTruthy();
  expect(screen.getByText("On time since March.")).toBeTruthy();
  for (const name of ["Edit notes", "Change Relationship...", "Send Message..."]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
});

test("the viewer's own organisation has a profile and no relationship", () => {
  open({ isOwn: true, relationship: null, mayMessage: false });
  expect(tabs()).toEqual(["Profile"]);
  expect(screen.getByText("“Five-axis machining.”")).toBeTruthy();
  expect(screen.queryByText("Relationship")).toBeNull();
});

test("adding a supplier offers no level None, has a note about the message, and updates the page", async () => {
  const added = aRelationship({ level: "Approved", tags: [], notes: null });
  const calls = answerOthers(({ method }: Call) =>
    method === "POST"
      ? { status: 201, body: added }
      : { body: anOrganisation({ relationship: added, tags: [], mayMessage: true }) },
  );
  open({ relationship: null, tags: [], mayMessage: false });
  await userEvent.click(button("Add Supplier To My Network..."));
  const modal = within(await screen.findByRole("dialog", { name: "Add Supplier To My Network" }));
  const levels = modal.getAllByRole("radio") as HTMLInputElement[];
  expect(levels.map(({ value }) => value)).toEqual(["Evaluation", "Approved", "Contracted", "Preferred"]);
  expect(levels[0]?.checked).toBe(true);
  expect(modal.getByText("The message is included in the e-mail alert to the supplier.")).toBeTruthy();
  await userEvent.click(modal.getByRole("radio", { name: /^Approved/ }));
  await userEvent.type(modal.getByRole("textbox", { name: /Message/ }), "Welcome");
  await userEvent.click(modal.getByRole("button", { name: "Add Supplier" }));
  await waitFor(() => expect(shownToasts()).toEqual(["Relationship created ok"]));
  expect(calls[0]?.body).toEqual({ organisationId: 8, level: "Approved", message: "Welcome" });
  await waitFor(() => expect(button("Send Message...").disabled).toBe(false));
  expect(button("Change Relationship...")).toBeTruthy();
});

test("a link from the invitation form adds the supplier at the selected level", async () => {
  window.history.replaceState(null, "", "/organisations/8?add=Approved");
  open({ relationship: null, tags: [], mayMessage: false }, { search: "add=Approved" });
  const modal = within(await screen.findByRole("dialog", { name: "Add Supplier To My Network" }));
  expect((modal.getByRole("radio", { name: /^Approved/ }) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(modal.getByRole("button", { name: "Cancel" }));
  expect(window.location.search).toBe("");
});

test("changing the level offers None and saves the new level", async () => {
  const calls = answerOthers(({ method }: Call) => ({
    body:
      method === "PUT"
        ? aRelationship({ level: "None" })
        : anOrganisation({ relationship: aRelationship({ level: "None" }), mayMessage: false }),
  }));
  open();
  await userEvent.click(button("Change Relationship..."));
  const modal = within(await screen.findByRole("dialog", { name: "Change Supplier Relationship" }));
  expect((modal.getByRole("button", { name: "Save Changes" }) as HTMLButtonElement).disabled).toBe(true);
  await userEvent.click(modal.getByRole("radio", { name: /^None/ }));
  await userEvent.click(modal.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(shownToasts()).toEqual(["Relationship updated ok"]));
  expect([calls[0]?.url.pathname, calls[0]?.body]).toEqual([
    "/api/relationship/3/level",
    { level: "None", message: "", basedOn: { level: "Preferred" } },
  ]);
  await waitFor(() => expect(button("Send Message...").disabled).toBe(true));
});

test("a rejected change keeps the modal open with its values", async () => {
  answerOthers(() => ({ status: 409, body: { errors: ["This organisation is in your network already."] } }));
  open({ relationship: null, tags: [] });
  await userEvent.click(button("Add Supplier To My Network..."));
  const modal = within(await screen.findByRole("dialog"));
  const message = modal.getByRole("textbox", { name: /Message/ }) as HTMLTextAreaElement;
  await userEvent.type(message, "Welcome");
  await userEvent.click(modal.getByRole("button", { name: "Add Supplier" }));
  await waitFor(() => expect(shownToasts()).toEqual(["This organisation is in your network already."]));
  expect(message.value).toBe("Welcome");
  expect(modal.getByRole("button", { name: "Add Supplier" }).getAttribute("aria-busy")).toBeNull();
});

test("a supplier that a colleague has added meanwhile is shown as added, and the message stays", async () => {
  const added = anOrganisation({ relationship: aRelationship({ level: "Approved" }) });
  answerOthers(({ method }: Call) =>
    method === "GET"
      ? { body: added }
      : { status: 409, body: { errors: ["This organisation is in your network already."] } },
  );
  open({ relationship: null, tags: [] });
  await userEvent.click(button("Add Supplier To My Network..."));
  await userEvent.click(await screen.findByRole("radio", { name: /^Preferred/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /Message/ }), "Welcome");
  await userEvent.click(button("Add Supplier"));
  const modal = within(await screen.findByRole("dialog", { name: "Change Supplier Relationship" }));
  expect(modal.getByDisplayValue("Welcome")).toBeTruthy();
  expect((modal.getByRole("radio", { name: /^Preferred/ }) as HTMLInputElement).checked).toBe(true);
  expect((modal.getByRole("button", { name: "Save Changes" }) as HTMLButtonElement).disabled).toBe(false);
});

test("tags are saved when they are added", async () => {
  const calls = answerOthers(({ method, body }: Call) => {
    if (method === "GET") return { body: [] };
    const { tags } = body as { tags: string[] };
    return { body: aRelationship({ tags: tags.map((name, index) => ({ id: index + 1, name })) }) };
  });
  open();
  await userEvent.type(screen.getByPlaceholderText("+ Add tag"), "  steel {Enter}");
  await waitFor(() => expect(shownToasts()).toEqual(["Tags updated ok"]));
  const saved = calls.filter(({ method }) => method === "PUT");
  expect(saved.map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/api/relationship/3/tags", { tags: ["machining", "steel"], basedOn: ["machining"] }],
  ]);
});

test("tags of a colleague appear after saving, and the next save is based on them", async () => {
  const calls = answerOthers(({ method, body }: Call) => {
    if (method === "GET") return { body: [] };
    const { tags, basedOn } = body as { tags: string[]; basedOn: string[] };
    const stored = basedOn.includes("from Rosa") ? tags : [...tags, "from Rosa"];
    return { body: aRelationship({ tags: stored.map((name, index) => ({ id: index + 1, name })) }) };
  });
  open();
  await userEvent.type(screen.getByPlaceholderText("+ Add tag"), "steel{Enter}");
  expect(await screen.findByText("from Rosa")).toBeTruthy();
  await userEvent.type(screen.getByRole("combobox", { name: "Tags" }), "zinc{Enter}");
  await waitFor(() => expect(calls.filter(({ method }) => method === "PUT")).toHaveLength(2));
  expect(calls.filter(({ method }) => method === "PUT")[1]?.body).toEqual({
    tags: ["machining", "steel", "from Rosa", "zinc"],
    basedOn: ["machining", "steel", "from Rosa"],
  });
});

test("a level that a colleague has set meanwhile is shown in the modal, and only a second save replaces it", async () => {
  const calls = answerOthers(({ method, body }: Call) => {
    if (method === "GET")
      return { body: anOrganisation({ relationship: aRelationship({ level: "Approved" }) }) };
    const { basedOn } = body as { basedOn: { level: string } };
    if (basedOn.level === "Approved") return { body: aRelationship({ level: "Evaluation" }) };
    const sentence = "It says now: Approved.";
    return {
      status: 409,
      body: { code: "stale", status: 409, message: sentence, errors: [sentence], now: { level: "Approved" } },
    };
  });
  open();
  await userEvent.click(button("Change Relationship..."));
  const modal = within(await screen.findByRole("dialog"));
  await userEvent.click(modal.getByRole("radio", { name: /^Evaluation/ }));
  await userEvent.click(modal.getByRole("button", { name: "Save Changes" }));
  expect(await modal.findByText("It says now: Approved.")).toBeTruthy();
  expect(shownToasts()).toEqual([]);
  await userEvent.click(modal.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(shownToasts()).toEqual(["Relationship updated ok"]));
  const saves = calls.filter(({ method }) => method === "PUT");
  expect(saves.map(({ body }) => (body as { basedOn: unknown }).basedOn)).toEqual([
    { level: "Preferred" },
    { level: "Approved" },
  ]);
});

test("tags that failed to save stay and can be saved again", async () => {
  let failing = true;
  answerOthers(({ method }: Call) => {
    if (method === "GET") return { body: [] };
    return failing ? { status: 500, body: {} } : { body: aRelationship() };
  });
  open();
  await userEvent.type(screen.getByPlaceholderText("+ Add tag"), "steel{Enter}");
  expect(await screen.findByText("Couldn't save tags.")).toBeTruthy();
  expect(screen.getByText("steel")).toBeTruthy();
  failing = false;
  await userEvent.click(button("Try again"));
  await waitFor(() => expect(screen.queryByText("Couldn't save tags.")).toBeNull());
});

test("notes: the pencil opens the editor, Cancel leaves them, Save changes stores them", async () => {
  const calls = answerOthers(() => ({ body: aRelationship({ notes: "<p>New.</p>" }) }));
  open();
  await userEvent.click(button("Edit notes"));
  expect(await screen.findByRole("textbox", { name: "Notes" })).toBeTruthy();
  await userEvent.click(button("Cancel"));
  expect(screen.getByText("On time since March.")).toBeTruthy();
  expect(calls).toHaveLength(0);
  await userEvent.click(button("Edit notes"));
  await screen.findByRole("textbox", { name: "Notes" });
  await userEvent.click(button("Save changes"));
  await waitFor(() => expect(screen.getByText("New.")).toBeTruthy());
  expect(calls[0]?.url.pathname).toBe("/api/relationship/3/notes");
});

test("unfinished notes are restored, and can be discarded", async () => {
  sessionStorage.setItem(
    "assay.draft.notes.3",
    JSON.stringify({ userId: 7, draft: "<p>Late in May, and</p>" }),
  );
  open();
  expect(await screen.findByText("Late in May, and")).toBeTruthy();
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.getItem("assay.draft.notes.3")).toContain("Late in May");
  await userEvent.click(button("Start anew"));
  expect(await screen.findByText("On time since March.")).toBeTruthy();
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.getItem("assay.draft.notes.3")).toBeNull();
});

test("notes that a colleague has saved meanwhile are shown, and only a second save replaces them", async () => {
  const stale = {
    code: "stale",
    status: 409,
    message: "It says now: Theirs.",
    errors: ["It says now: Theirs."],
    now: { notes: "<p>Theirs.</p>" },
  };
  const calls = answerOthers((call: Call) =>
    (call.body as { basedOn: { notes: string } }).basedOn.notes === "<p>Theirs.</p>"
      ? { body: aRelationship({ notes: "<p>Mine.</p>" }) }
      : { status: 409, body: stale },
  );
  open();
  await userEvent.click(button("Edit notes"));
  await userEvent.click(button("Save changes"));
  expect(await screen.findByText("It says now: Theirs.")).toBeTruthy();
  expect(shownToasts()).toEqual([]);
  await userEvent.click(button("Save changes"));
  expect(await screen.findByText("Mine.")).toBeTruthy();
  expect(calls.map(({ body }) => (body as { basedOn: unknown }).basedOn)).toEqual([
    { notes: aRelationship().notes },
    { notes: "<p>Theirs.</p>" },
  ]);
});

test("non-conformances are filtered to open ones first, and the filter is in the address", async () => {
  const calls = answerOthers(() => ({ body: [] }));
  window.history.replaceState(null, "", "/organisations/8?tab=ncr");
  open({}, { search: "tab=ncr" });
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
  open();
  expect(pageSupplier()).toEqual({ relationshipId: 3, name: "Bergmann Präzision GmbH" });
  cleanup();
  expect(pageSupplier()).toBeNull();
  open({ relationship: aRelationship({ level: "None" }) });
  expect(pageSupplier()).toBeNull();
});

test("the summary shows the score with its change, open work and what is late", async () => {
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
      requests: { count: 2, started: 1, nextDeadline: "2027-11-27T10:00:00Z" },
      followUps: { count: 4, late: 1, answered: 1 },
    },
  });
  open();
  const figures = within(await screen.findByRole("list", { name: "Figures" }));
  await waitFor(() => expect(figures.getByText("78%")).toBeTruthy());
  const text = (name: RegExp) => figures.getByRole("link", { name }).textContent;
  expect(text(/Score/)).toContain("+6 since");
  expect(text(/Open NCRs/)).toContain("31 Critical, 2 Minor");
  expect(text(/Open requests/)).toContain("21 started, due ");
  expect(text(/Open follow-ups/)).toContain("41 late, 3 with supplier, 1 to review");
  await userEvent.click(figures.getByRole("link", { name: /Open NCRs/ }));
  expect(screen.getByRole("tab", { name: "Non-Conformances" }).getAttribute("aria-selected")).toBe("true");
});

test("figures that fail to load can be requested again", async () => {
  answerCalls(({ url }) => (url.pathname.endsWith("/summary") ? { status: 500, body: {} } : { body: [] }));
  open();
  expect(await screen.findByText("The figures could not be loaded.", {}, { timeout: 4000 })).toBeTruthy();
});

test("the header offers the actions that the user may take on a supplier", async () => {
  const details: unknown[] = [];
  const stops = (["OPEN_NEW_MESSAGE", "OPEN_NEW_ASSESSMENT", "OPEN_NEW_NCR"] as const).map((name) =>
    listen(name, (detail) => details.push(detail)),
  );
  const permissions = ["SEND_RFX", "MANAGE_ASSESSMENTS", "MANAGE_NCRS", "SEND_MESSAGES"];
  open({ relationship: aRelationship({ level: "Approved" }) }, { permissions });
  for (const name of ["Send request...", "Start assessment...", "New NCR..."])
    await userEvent.click(button(name));
  await userEvent.click(button("Actions"));
  await userEvent.click(screen.getByRole("menuitem", { name: "Message..." }));
  for (const stop of stops) stop();
  const organisation = { organisationId: 8, organisationName: "Bergmann Präzision GmbH" };
  const supplier = { relationshipId: aRelationship().id, supplierName: "Bergmann Präzision GmbH" };
  expect(details).toEqual([{ ...organisation, type: "RFI" }, supplier, supplier, organisation]);
  cleanup();
  open({ relationship: aRelationship({ level: "None" }), mayMessage: false }, { permissions });
  expect(screen.queryByRole("button", { name: "Send request..." })).toBeNull();
  cleanup();
  open({}, { permissions: [] });
  expect(screen.queryByRole("button", { name: "Send request..." })).toBeNull();
});
