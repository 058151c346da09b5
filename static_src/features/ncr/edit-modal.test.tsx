import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { emit } from "../../lib/events";
import { dayOf } from "../../lib/text/days";
import { dialog, editing, ncr, people, serve } from "../../testing/ncr";
import { renderOnPage } from "../../testing/page";
import { draftFaults, newDraft, payloadOf } from "./draft";
import { NcrModal } from "./ncr-modal";

test("changing the supplier twice offers assignees of the own organisation and the last supplier", async () => {
  const named = { Calder: { id: 12, name: "Calder" }, Lund: { id: 15, name: "Lund" } };
  serve(({ url }) => {
    if (url.pathname === "/api/relationship/supplier")
      return {
        body: Object.values(named).map((it) => ({ id: it.id * 10, level: "Approved", withOrganisation: it })),
      };
    const relationship = Number(url.searchParams.get("relationshipId"));
    const chosen = Object.values(named).find(({ id }) => id * 10 === relationship);
    return chosen && { body: [people[0], { ...chosen, users: [] }] };
  });
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await editing();
  const organisation = form.getByLabelText("Assigned to organisation") as HTMLSelectElement;
  const options = () => [...organisation.options].map(({ text }) => text);
  await waitFor(() => expect(options()).toEqual(["Meridian Surgical", "Bergmann"]));
  for (const name of Object.keys(named)) {
    await userEvent.selectOptions(organisation, "Meridian Surgical");
    const supplier = form.getByRole("combobox", { name: /^Supplier/ });
    await userEvent.clear(supplier);
    await userEvent.type(supplier, name);
    await userEvent.click(await screen.findByRole("option", { name }));
    await waitFor(() => expect(options()).toEqual(["Meridian Surgical", name]));
    expect(organisation.selectedOptions[0]?.text).toBe(name);
    const assignee = form.getByLabelText("Assigned to") as HTMLSelectElement;
    expect([...assignee.options].map(({ text }) => text)).toEqual([`Anyone at ${name}`]);
  }
});

test("Save is enabled as soon as all required fields are filled", async () => {
  serve();
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await editing();
  const save = form.getByRole("button", { name: "Save" }) as HTMLButtonElement;
  for (const [label, sentence] of [
    [/^Event date/, "A valid date is required."],
    [/^Account name/, "An 'Account Name' is required."],
    [/^Summary/, "A summary is required."],
    [/^Supplier/, "A supplier must be selected."],
  ] as const) {
    const control = form.getByLabelText(label) as HTMLInputElement;
    const { value } = control;
    expect(save.disabled).toBe(false);
    await userEvent.clear(control);
    await userEvent.tab();
    expect(save.disabled).toBe(true);
    expect(form.getByText(sentence)).toBeTruthy();
    await userEvent.type(control, value);
    const suggested = form.queryByRole("listbox", { name: label });
    if (suggested) await userEvent.click(await within(suggested).findByRole("option", { name: value }));
    await userEvent.tab();
  }
  expect(save.disabled).toBe(false);
});

test("while saving, the button shows progress and the other controls are disabled", async () => {
  serve();
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await editing();
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect((await form.findByRole("button", { name: "Saving..." })).getAttribute("aria-busy")).toBe("true");
  expect((form.getByRole("button", { name: "Cancel" }) as HTMLButtonElement).disabled).toBe(true);
});

test("an incomplete date stays in the input", async () => {
  serve();
  const begin = async () => {
    renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
    await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
    return (await editing()).getByLabelText(/^Event date/) as HTMLInputElement;
  };
  const day = await begin();
  await userEvent.clear(day);
  await userEvent.type(day, "31/1");
  act(() => emit("BEFORE_LEAVE", { to: "/login" }));
  cleanup();
  expect((await begin()).value).toBe("31/1");
  await userEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect(((await editing()).getByLabelText(/^Event date/) as HTMLInputElement).value).toBe("02/03/2024");
});

test("server errors are shown at their fields and the values stay", async () => {
  serve(({ method }) =>
    method === "PUT"
      ? {
          status: 422,
          body: { errors: ["x"], fields: { title: ["This must have at most 300 characters."] } },
        }
      : undefined,
  );
  renderOnPage(<NcrModal show id={4} first={ncr()} onClose={() => {}} />);
  await userEvent.click((await dialog()).getByRole("button", { name: "Edit Details..." }));
  const form = await editing();
  await userEvent.click(form.getByRole("button", { name: "Save" }));
  expect(await form.findByText("This must have at most 300 characters.")).toBeTruthy();
  expect((form.getByLabelText(/^Summary/) as HTMLInputElement).value).toBe("Burrs on bore");
  expect(form.getByRole("button", { name: "Save" }).getAttribute("aria-busy")).toBeNull();
});

test("an incomplete report names its wrong fields, and a complete one is sent without surrounding spaces", () => {
  const draft = newDraft(7, null);
  expect(draftFaults({ ...draft, eventDate: "31/1", createdById: "" })).toEqual({
    supplierRelationshipId: "A supplier must be selected.",
    eventDate: "A valid date is required.",
    accountName: "An 'Account Name' is required.",
    createdById: "Choose who reports it.",
    title: "A summary is required.",
  });
  expect(draftFaults({ ...draft, eventDate: "01/01/2000" }).eventDate).toBeUndefined();
  expect(draftFaults({ ...draft, eventDate: "31/12/1999" }).eventDate).toContain("01/01/2000");
  expect(draftFaults({ ...draft, eventDate: "31/12/2999" }).eventDate).toContain("future");
  expect(payloadOf({ ...draft, jobRef: " J-1 ", description: "<p> </p>" })).toMatchObject({
    eventDate: dayOf(new Date()),
    jobRef: "J-1",
    description: null,
    createdById: 7,
    assignedToUserId: null,
  });
});

test("resubmitting changed content after a lost response creates a second record", async () => {
  let isKeyUsed = true;
  const body = {
    code: "idempotencyKeyReused",
    message: "This Idempotency-Key was used for another request.",
  };
  const calls = serve(({ method }) => (method === "POST" && isKeyUsed ? { status: 409, body } : undefined));
  renderOnPage(<NcrModal show supplier={{ relationshipId: 3, name: "Bergmann" }} onClose={() => {}} />);
  const form = await editing();
  await userEvent.type(form.getByLabelText(/^Account name/), "Cages");
  await userEvent.type(form.getByLabelText(/^Summary/), "Too short");
  const save = form.getByRole("button", { name: "Save" });
  await userEvent.click(save);
  expect(await form.findByText(/^Your first save went through.* Save again/)).toBeTruthy();
  isKeyUsed = false;
  await userEvent.click(save);
  expect(await screen.findByText("No activity yet.")).toBeTruthy();
  const keys = calls.flatMap(({ method, headers }) =>
    method === "POST" ? [headers.get("Idempotency-Key")] : [],
  );
  expect(new Set(keys).size).toBe(2);
});
