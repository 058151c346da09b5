import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { anOrganisation, aRelationship } from "../../../testing/network";
import { answerOthers, button, openPage, shownToasts } from "../../../testing/organisation-page";
import type { Call } from "../../../testing/server";

beforeEach(() => {
  answerOthers(() => ({ body: [] }));
});

test("adding a supplier offers no level None, has a note about the message, and updates the page", async () => {
  const added = aRelationship({ level: "Approved", tags: [], notes: null });
  const calls = answerOthers(({ method }: Call) =>
    method === "POST"
      ? { status: 201, body: added }
      : { body: anOrganisation({ relationship: added, tags: [], mayMessage: true }) },
  );
  openPage({ relationship: null, tags: [], mayMessage: false });
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
  openPage({ relationship: null, tags: [], mayMessage: false }, { search: "add=Approved" });
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
  openPage();
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
  openPage({ relationship: null, tags: [] });
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
  openPage({ relationship: null, tags: [] });
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
  openPage();
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
  openPage();
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
  openPage();
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
  openPage();
  await userEvent.type(screen.getByPlaceholderText("+ Add tag"), "steel{Enter}");
  expect(await screen.findByText("Couldn't save tags.")).toBeTruthy();
  expect(screen.getByText("steel")).toBeTruthy();
  failing = false;
  await userEvent.click(button("Try again"));
  await waitFor(() => expect(screen.queryByText("Couldn't save tags.")).toBeNull());
});

test("notes: the pencil opens the editor, Cancel leaves them, Save changes stores them", async () => {
  const calls = answerOthers(() => ({ body: aRelationship({ notes: "<p>New.</p>" }) }));
  openPage();
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
  openPage();
  expect(await screen.findByText("Late in May, and")).toBeTruthy();
  window.dispatchEvent(new Event("pagehide"));
  expect(sessionStorage.getItem("assay.draft.notes.3")).toContain("Late in May");
  await userEvent.click(button("Discard draft"));
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
  openPage();
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

test("the owner is chosen among the colleagues, and can be removed", async () => {
  const owned = aRelationship({ owner: { id: 4, name: "Ana Weber" } });
  const calls = answerOthers(({ method, url }: Call) => {
    if (method === "PUT") return { body: owned };
    return url.pathname === "/api/user"
      ? { body: [{ id: 4, name: "Ana Weber", jobTitle: "Buyer", email: "ana@example.com" }] }
      : { body: [] };
  });
  openPage();
  expect(screen.getByText("No owner yet", { exact: false })).toBeTruthy();
  await userEvent.click(button("Change owner..."));
  let modal = within(await screen.findByRole("dialog", { name: "Change owner" }));
  await userEvent.type(modal.getByRole("combobox", { name: /Owner/ }), "ana");
  await userEvent.click(await modal.findByRole("option", { name: /Ana Weber/ }));
  await userEvent.click(modal.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(shownToasts()).toEqual(["Owner changed."]));
  const saved = calls.find(({ method }) => method === "PUT");
  expect([saved?.url.pathname, saved?.body]).toEqual(["/api/relationship/3/owner", { userId: 4 }]);
  expect(screen.getByRole("link", { name: "Ana Weber" }).getAttribute("href")).toBe("/contacts/4");
  await userEvent.click(button("Change owner..."));
  modal = within(await screen.findByRole("dialog", { name: "Change owner" }));
  await userEvent.clear(modal.getByRole("combobox", { name: /Owner/ }));
  await userEvent.click(modal.getByRole("button", { name: "Save" }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === "PUT")[1]?.body).toEqual({ userId: null }),
  );
});
