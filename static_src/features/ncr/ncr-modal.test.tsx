import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { listen } from "../../lib/events";
import { saveDraft } from "../../lib/state/drafts";
import { dialog, editing, jana, meridian, ncr, serve } from "../../testing/ncr";
import { renderOnPage } from "../../testing/page";
import { NcrModal } from "./ncr-modal";
import type { Ncr } from "./types";
import { assignedTo } from "./view-modal";

const drafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith("assay.draft."));

test("view mode shows all values, and 'none' for empty ones", async () => {
  serve();
  renderOnPage(<NcrModal show id={4} first={ncr({ reportedByName: "Line 3" })} onClose={() => {}} />);
  const view = await dialog();
  for (const text of ["Pending", "Bergmann", "02/03/2024", "Quality", "Critical", "Hip stems"])
    expect(view.getByText(text)).toBeTruthy();
  expect(view.getAllByText("none").length).toBe(3);
  expect(view.getByText("Rosa Meyer, on behalf of Line 3")).toBeTruthy();
  expect(view.getByText("Anyone at Bergmann")).toBeTruthy();
  expect(view.getByText("No activity yet.")).toBeTruthy();
  const buttons = view.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons.filter(Boolean)).toEqual([
    "Delete",
    "Download PDF",
    "Edit Details...",
    "Progress update...",
    "Close",
  ]);
  expect(assignedTo({ ...ncr().userTask, assignedToUser: jana })).toBe("Jana Bergmann at Bergmann");
});

test("the PDF is requested from the worker and downloaded", async () => {
  const calls = serve((call) => {
    if (call.url.pathname === "/api/ncr/4/export") return { status: 202, body: { id: 9 } };
    if (call.url.pathname === "/api/export/9")
      return { body: { id: 9, status: "DONE", progress: 100, url: "/files/export/9" } };
    return undefined;
  });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.getAttribute("href") ?? "");
  });
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  const view = await dialog();
  await userEvent.click(view.getByRole("button", { name: "Download PDF" }));
  await waitFor(() => expect(clicked).toEqual(["/files/export/9"]));
  expect(calls.filter(({ method }) => method === "POST").map(({ url }) => url.pathname)).toEqual([
    "/api/ncr/4/export",
  ]);
  vi.restoreAllMocks();
});

test("the supplier has no edit button", async () => {
  serve();
  const actions = { ...ncr().actions, edit: false, delete: false, askResolution: true };
  renderOnPage(<NcrModal show id={4} first={ncr({ actions })} onClose={() => {}} />);
  const view = await dialog();
  expect(view.queryByRole("button", { name: "Edit Details..." })).toBeNull();
  await userEvent.click(view.getByRole("button", { name: "Progress update..." }));
  expect(view.getByLabelText("Request sign-off from Meridian Surgical")).toBeTruthy();
});

test("after an update is sent or cancelled, the focus returns to its button", async () => {
  serve();
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  const view = await dialog();
  const opener = view.getByRole("button", { name: "Progress update..." });
  await userEvent.click(opener);
  await userEvent.click(view.getByRole("button", { name: "Cancel" }));
  expect(document.activeElement).toBe(opener);
  await userEvent.click(opener);
  await userEvent.selectOptions(view.getByLabelText("Status"), "INPROGRESS");
  await userEvent.click(view.getByRole("button", { name: "Add update" }));
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test("an update without a choice of status shows the status that follows", async () => {
  serve();
  const shown = async (first: Ncr) => {
    const { unmount } = renderOnPage(<NcrModal show id={4} first={first} onClose={() => {}} />);
    const view = await dialog();
    await userEvent.click(view.getByRole("button", { name: "Progress update..." }));
    const status = view.getByLabelText("Status") as HTMLSelectElement;
    const asking = view.queryByLabelText("Request sign-off from Meridian Surgical");
    const before = status.selectedOptions[0]?.textContent;
    if (asking) await userEvent.click(asking);
    const after = status.selectedOptions[0]?.textContent;
    unmount();
    return [before, after];
  };
  const actions = { ...ncr().actions, askResolution: true };
  const mine = { ...ncr().userTask, assignedToOrganisation: meridian };
  expect(await shown(ncr())).toEqual(["Keep Pending", "Keep Pending"]);
  expect(await shown(ncr({ actions }))).toEqual(["Keep Pending", "Change to In Progress"]);
  expect((await shown(ncr({ userTask: mine })))[0]).toBe("Change to In Progress");
});

test("a new record opens in edit mode, is saved once it is valid, and is then shown", async () => {
  const listener = vi.fn();
  const stops = (["NON_CONFORMANCE_CHANGED", "EVENT_LOG_CHANGED", "MESSAGES_CHANGED"] as const).map((name) =>
    listen(name, (detail) => listener(name, detail)),
  );
  const calls = serve();
  renderOnPage(<NcrModal show supplier={{ relationshipId: 3, name: "Bergmann" }} onClose={() => {}} />);
  const form = await editing();
  const save = form.getByRole("button", { name: "Save" }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  await userEvent.type(form.getByLabelText(/^Account name/), "Cages");
  const summary = form.getByLabelText(/^Summary/);
  await userEvent.click(summary);
  await userEvent.tab();
  expect(form.getByText("A summary is required.")).toBeTruthy();
  await userEvent.type(summary, "Too short");
  const organisation = form.getByLabelText("Assigned to organisation") as HTMLSelectElement;
  await waitFor(() => expect(organisation.value).toBe("9"));
  const assignee = form.getByLabelText("Assigned to") as HTMLSelectElement;
  await userEvent.selectOptions(assignee, "Jana Bergmann");
  await userEvent.selectOptions(organisation, "Meridian Surgical");
  expect(assignee.selectedOptions[0]?.textContent).toBe("Anyone at Meridian Surgical");
  expect(save.disabled).toBe(false);
  await userEvent.click(save);
  expect(await screen.findByText("No activity yet.")).toBeTruthy();
  const sent = calls.find(({ method }) => method === "POST");
  expect(sent?.body).toMatchObject({
    supplierRelationshipId: 3,
    accountName: "Cages",
    title: "Too short",
    type: "QUALITY",
    severity: "MINOR",
    createdById: 7,
    assignedToOrganisationId: 1,
    assignedToUserId: null,
    jobRef: null,
    description: null,
  });
  expect(listener.mock.calls.map(([name]) => name)).toEqual([
    "NON_CONFORMANCE_CHANGED",
    "EVENT_LOG_CHANGED",
    "MESSAGES_CHANGED",
  ]);
  expect(listener).toHaveBeenCalledWith("EVENT_LOG_CHANGED", { relationshipId: 3 });
  for (const stop of stops) stop();
});

test("a new record that was closed by mistake is restored at the next opening, and Cancel discards it", async () => {
  serve();
  const opened = renderOnPage(<NcrModal show onClose={() => {}} />);
  await userEvent.type((await editing()).getByLabelText(/^Summary/), "Half a report");
  await userEvent.click((await dialog()).getByRole("button", { name: "Close" }));
  opened.unmount();
  renderOnPage(<NcrModal show onClose={() => {}} />);
  expect(await screen.findByText("Your draft was restored.")).toBeTruthy();
  expect(((await editing()).getByLabelText(/^Summary/) as HTMLInputElement).value).toBe("Half a report");
  await userEvent.click((await dialog()).getByRole("button", { name: "Cancel" }));
  expect(drafts()).toEqual([]);
});

test("a failed or missing response shows an error with a retry button", async () => {
  let isFailing = true;
  serve(({ method }) => {
    if (isFailing && method === "GET") return { status: 500, body: {} };
    if (isFailing) throw new TypeError("Failed to fetch");
    return undefined;
  });
  renderOnPage(<NcrModal show id={4} onClose={() => {}} />);
  expect(await screen.findByText("The non-conformance could not be loaded.")).toBeTruthy();
  isFailing = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("heading", { name: "Burrs on bore" })).toBeTruthy();
  isFailing = true;
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/connection.*Please try again\.$/);
  isFailing = false;
  await userEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("an unsent update is restored after the dialog was closed, and Cancel discards it", async () => {
  serve(() => undefined);
  saveDraft("ncrProgress.4", 7, { html: "<p>We polish them.</p>", files: [] });
  for (const round of ["closed", "cancelled"]) {
    const { unmount } = renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
    await userEvent.click((await dialog()).getByRole("button", { name: "Progress update..." }));
    expect(await screen.findByText("Your draft was restored.")).toBeTruthy();
    expect(await screen.findByText("We polish them.")).toBeTruthy();
    expect(drafts()).toEqual([]);
    if (round === "cancelled") await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    unmount();
    expect(drafts()).toHaveLength(round === "closed" ? 1 : 0);
  }
});

test("a colleague's save is not overwritten, and the user's changes stay", async () => {
  let saved = ncr();
  const puts: unknown[] = [];
  serve(({ method, body, url }) => {
    if (method === "PUT") {
      puts.push(body);
      const sentence = "Ann Lee has changed this non-conformance in the meantime, so nothing was saved.";
      const stale = puts.length === 1;
      saved = ncr({ title: stale ? "By the colleague" : "By me", accountName: "Cages", version: 2 });
      return stale
        ? { status: 409, body: { code: "stale", message: sentence, errors: [sentence] } }
        : { body: saved };
    }
    return url.pathname === "/api/ncr/4" ? { body: saved } : undefined;
  });
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await dialog();
  const summary = () => form.getByLabelText(/^Summary/) as HTMLInputElement;
  await userEvent.clear(summary());
  await userEvent.type(summary(), "By me");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  const alert = await form.findByRole("alert");
  expect(alert.textContent).toContain("Ann Lee has changed this non-conformance in the meantime");
  expect(alert.textContent).toContain("By the colleague");
  expect(summary().value).toBe("By me");
  expect((form.getByLabelText(/^Account name/) as HTMLInputElement).value).toBe("Cages");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "By me" })).toBeTruthy();
  expect(puts).toMatchObject([
    { version: 1, title: "By me", accountName: "Hip stems" },
    { version: 2, title: "By me", accountName: "Cages" },
  ]);
});

test("a record that was deleted during editing can be restored and saved with the changes", async () => {
  const puts: unknown[] = [];
  let deleted = true;
  const sentence = "This non-conformance is deleted. Restore it first.";
  serve(({ method, body, url }) => {
    const saved = { body: ncr({ title: puts.length === 3 ? "By me" : "Burrs" }) };
    if (method !== "PUT") return url.pathname === "/api/ncr/4" ? saved : undefined;
    puts.push(body);
    if (url.pathname.endsWith("/deleted")) deleted = false;
    else if (deleted)
      return { status: 409, body: { code: "deleted", message: sentence, errors: [sentence] } };
    return { body: ncr({ title: "By me" }) };
  });
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await dialog();
  await userEvent.clear(form.getByLabelText(/^Summary/));
  await userEvent.type(form.getByLabelText(/^Summary/), "By me");
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect((await form.findByRole("alert")).textContent).toContain("A colleague has deleted");
  expect(document.activeElement).toBe(form.getByRole("alert"));
  await userEvent.click(form.getByRole("button", { name: "Restore" }));
  await waitFor(() => expect(form.queryByRole("alert")).toBeNull());
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "By me" })).toBeTruthy();
  expect(puts).toMatchObject([{ title: "By me" }, { deleted: false }, { title: "By me" }]);
});

test("a record that does not exist is reported as not found, without a retry button", async () => {
  serve(({ url }) => (url.pathname === "/api/ncr/4" ? { status: 404, body: {} } : undefined));
  renderOnPage(<NcrModal show id={4} onClose={() => {}} />);
  expect(await screen.findByText("This non-conformance is not there any more.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});
