import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { aRelationship } from "../../../testing/network";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import Invite from "./invite";

beforeEach(() => {
  vi.useFakeTimers();
  toasts.clear();
});
afterEach(() => vi.useRealTimers());

function open() {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<Invite message="<p>Hello,</p><p>Rosa Meyer</p>" />, { path: "/organisations/invite" });
  return assign;
}

const send = () => screen.getByRole("button", { name: "Create and Send Invitation" }) as HTMLButtonElement;
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function fill(email = "ann@lund.example") {
  type(/^Contact name/, "Ann Lund");
  type(/^Contact email/, email);
  type(/^Organisation name/, "Lund Medico");
}

/** The calls made, without those that only look. */
const posts = (calls: Call[]) => calls.filter(({ method }) => method === "POST");

function answers({ url, method }: Call) {
  if (url.pathname === "/api/user/emailAvailable") return { body: { available: true } };
  if (url.pathname === "/api/relationship/match") return { body: { match: null } };
  if (method === "POST")
    return { status: 201, body: aRelationship({ withOrganisation: { id: 46, name: "Lund" } }) };
  return { status: 404 };
}

test("an invitation is sent once it is complete, and leads to the organisation", async () => {
  const calls = answerCalls(answers);
  const assign = open();
  expect(screen.getByRole("heading", { level: 1, name: "Invite A New Supplier" })).toBeTruthy();
  expect(screen.getAllByRole("radio").map((radio) => (radio as HTMLInputElement).value)).toEqual([
    "Evaluation",
    "Approved",
    "Contracted",
    "Preferred",
  ]);
  expect(send().disabled).toBe(true);
  fill();
  expect(send().disabled).toBe(true);
  await wait(500);
  expect(send().disabled).toBe(false);
  const asked = calls.find(({ url }) => url.pathname === "/api/user/emailAvailable");
  expect(asked?.url.searchParams.get("forInvitation")).toBe("true");
  fireEvent.click(screen.getByRole("radio", { name: /^Approved/ }));
  fireEvent.click(screen.getByLabelText(/test supplier/));
  fireEvent.click(send());
  await wait(0);
  expect(posts(calls)[0]?.body).toEqual({
    contactName: "Ann Lund",
    contactEmail: "ann@lund.example",
    organisationName: "Lund Medico",
    relationshipLevel: "Approved",
    testSupplier: true,
    message: null,
    saveMessage: false,
  });
  expect(sessionStorage.getItem("assay.toasts")).toContain("Invitation sent ok");
  expect(assign).toHaveBeenCalledWith("/organisations/46");
});

test("after 'Send and invite another' the fields are empty, and the toast leads to the supplier", async () => {
  const calls = answerCalls(answers);
  const assign = open();
  expect(screen.getByText("Still needed: Contact name, Contact email, Organisation name")).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: /^Approved/ }));
  fill();
  await wait(500);
  expect(screen.queryByText(/^Still needed/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Send and invite another" }));
  await wait(0);
  expect(posts(calls)).toHaveLength(1);
  expect(assign).not.toHaveBeenCalled();
  expect(JSON.parse(sessionStorage.getItem("assay.toasts") ?? "")).toMatchObject([
    { text: "Invitation sent ok", action: { label: "Lund", href: "/organisations/46" } },
  ]);
  const name = screen.getByLabelText<HTMLInputElement>(/^Contact name/);
  expect(document.activeElement).toBe(name);
  expect(name.value).toBe("");
  expect(screen.getByRole<HTMLInputElement>("radio", { name: /^Approved/ }).checked).toBe(true);
  fireEvent.blur(name);
  expect(screen.queryByText("A contact name is required.")).toBeNull();
  fill("ben@holt.example");
  await wait(500);
  fireEvent.click(send());
  await wait(0);
  expect(posts(calls)[1]?.body).toMatchObject({ contactEmail: "ben@holt.example" });
  expect(assign).toHaveBeenCalledWith("/organisations/46");
});

test("the message is sent only while it is shown", async () => {
  const calls = answerCalls(answers);
  open();
  fill();
  await wait(500);
  fireEvent.click(screen.getByRole("switch", { name: "Add a personal message" }));
  fireEvent.click(screen.getByLabelText("Save for next time"));
  fireEvent.click(send());
  await wait(0);
  expect(posts(calls)[0]?.body).toMatchObject({
    message: "<p>Hello,</p><p>Rosa Meyer</p>",
    saveMessage: true,
  });
});

test("an address in use is refused after 500 ms, a wrong one at once", async () => {
  answerCalls((call) =>
    call.url.pathname === "/api/user/emailAvailable" ? { body: { available: false } } : answers(call),
  );
  open();
  fill();
  await wait(499);
  expect(screen.queryByText("Email address already in use.")).toBeNull();
  await wait(1);
  expect(screen.getByText("Email address already in use.")).toBeTruthy();
  expect(send().disabled).toBe(true);
  type(/^Contact email/, "ann");
  fireEvent.blur(screen.getByLabelText(/^Contact email/));
  expect(screen.getByText("Please enter a valid e-mail address.")).toBeTruthy();
});

function matches(match: Record<string, unknown>) {
  answerCalls((call) =>
    call.url.pathname === "/api/relationship/match"
      ? { body: { match: { id: 8, name: "Bergmann", hasEmail: false, ...match } } }
      : answers(call),
  );
}

test("an existing organisation is offered instead, at the chosen level", async () => {
  matches({ state: "IN_DIRECTORY" });
  open();
  fill();
  fireEvent.click(screen.getByRole("radio", { name: /^Approved/ }));
  await wait(600);
  expect(screen.getByRole("link", { name: "Add Supplier To My Network" }).getAttribute("href")).toBe(
    "/organisations/8?add=Approved",
  );
  expect(send().disabled).toBe(false);
});

test("an organisation in the network, or invited before, is linked instead", async () => {
  for (const [state, sentence] of [
    ["IN_NETWORK", /Bergmann is in your network already\./],
    ["INVITED", "You invited this supplier already."],
  ] as const) {
    matches({ state });
    open();
    fill();
    await wait(600);
    expect(screen.getByRole("status").textContent).toMatch(sentence);
    expect(screen.queryByRole("link", { name: "Add Supplier To My Network" })).toBeNull();
    expect(screen.getByRole("link", { name: "Open Bergmann" }).getAttribute("href")).toBe("/organisations/8");
    cleanup();
  }
});

test("the address of an invited user is refused while typing", async () => {
  matches({ state: "INVITED", hasEmail: true });
  open();
  fill();
  await wait(600);
  expect(screen.getByText("Email address already in use.")).toBeTruthy();
  expect(screen.getByText("You invited this supplier already.")).toBeTruthy();
  expect(send().disabled).toBe(true);
});

test("an address that is in use elsewhere leads to the directory", async () => {
  answerCalls((call) =>
    call.url.pathname === "/api/user/emailAvailable" ? { body: { available: false } } : answers(call),
  );
  open();
  fill();
  await wait(600);
  expect(screen.getByText(/Someone with this address has an account already\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "All Organisations" }).getAttribute("href")).toBe(
    "/organisations?allOrganisations=true",
  );
});

test("server errors are shown at their fields, and a retry sends the same key", async () => {
  let lost = true;
  const calls = answerCalls((call) => {
    if (call.method !== "POST") return answers(call);
    if (lost) throw new TypeError("Failed to fetch");
    return {
      status: 422,
      body: { fields: { organisationName: ["This must have at most 200 characters."] } },
    };
  });
  const assign = open();
  fill();
  await wait(500);
  fireEvent.click(send());
  await wait(0);
  expect(screen.getByText("There is no connection to the server. Please try again.")).toBeTruthy();
  lost = false;
  fireEvent.click(send());
  await wait(0);
  const keys = posts(calls).map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(screen.getByText("This must have at most 200 characters.")).toBeTruthy();
  expect(sessionStorage.getItem("assay.toasts") ?? "").not.toContain("200 characters");
  expect(assign).not.toHaveBeenCalled();
  expect(send().disabled).toBe(false);
});

test("an unfinished invitation is restored until it is sent or discarded", async () => {
  answerCalls(answers);
  open();
  type(/^Contact name/, "Ann Lund");
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  open();
  expect(screen.getByText("Your draft was restored.")).toBeTruthy();
  expect((screen.getByLabelText(/^Contact name/) as HTMLInputElement).value).toBe("Ann Lund");
  fireEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect((screen.getByLabelText(/^Contact name/) as HTMLInputElement).value).toBe("");
  await wait(0);
  expect(document.activeElement).toBe(screen.getByLabelText(/^Contact name/));
  fill();
  await wait(500);
  fireEvent.click(send());
  await wait(0);
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  open();
  expect(screen.queryByText("Your draft was restored.")).toBeNull();
});
