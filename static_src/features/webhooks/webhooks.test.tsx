import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../lib/toasts";
import { shownToasts } from "../../testing/organisation-page";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import Deliveries from "./deliveries";
import Webhooks from "./list";
import { type Delivery, type EventType, matching, type Webhook } from "./types";

const types: EventType[] = [
  { type: "rfx.sent", group: "RFxs", when: "A user sends an RFx." },
  { type: "rfx.submitted", group: "RFxs", when: "The respondent submits an RFx." },
  { type: "ncr.created", group: "Non-conformances", when: "A non-conformance is raised." },
];
const orders: Webhook = {
  id: 4,
  url: "https://hooks.example.com/assay",
  description: "Orders",
  eventTypes: [],
  isActive: true,
  disabledReason: null,
  formerSecretEnds: null,
  pending: 2,
  failed: 0,
  created: "2026-11-01T10:00:00Z",
  updated: "2026-11-02T10:00:00Z",
};
const failed: Delivery = {
  id: 9,
  messageId: "evt_81",
  eventId: 81,
  type: "rfx.sent",
  body: { id: "evt_81", data: { rfxTitle: "Questions" } },
  state: "FAILED",
  attempts: 8,
  nextAttempt: null,
  lastAttempt: "2026-11-19T10:00:00Z",
  lastStatus: 503,
  lastAnswer: "Overloaded",
  lastError: "The receiver answered 503 Service Unavailable.",
  durationMs: 1204,
  created: "2026-11-18T10:00:00Z",
};
const page = (rows: Delivery[]) => ({
  rows,
  pagination: { total: rows.length, capped: false, page: 1, pageSize: 25, nextCursor: null },
});
const listProps = { types, maximum: 10 };

beforeEach(() => {
  toasts.clear();
  window.history.replaceState(null, "", "/setup/integrations/webhooks");
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

const openMenu = async (name = "Orders") =>
  userEvent.click(screen.getByRole("button", { name: `Actions for ${name}` }));

test("a webhook shows its state, its events and its numbers; one that was switched off shows why", () => {
  const off = {
    ...orders,
    id: 5,
    description: "",
    isActive: false,
    disabledReason: "The receiver answered 410 Gone.",
  };
  renderOnPage(<Webhooks {...listProps} webhooks={[orders, { ...off, eventTypes: ["rfx.sent"] }]} />);
  const [, first, second] = screen.getAllByRole("row");
  expect(first?.textContent).toContain("All events");
  expect(first?.textContent).toContain("On");
  expect(second?.textContent).toContain("hooks.example.com");
  expect(second?.textContent).toContain("rfx.sent");
  expect(second?.textContent).toContain("Switched off");
  expect(second?.textContent).toContain("The receiver answered 410 Gone.");
  const link = within(first as HTMLElement).getByRole("link", { name: /Orders/ });
  expect(link.getAttribute("href")).toBe("/setup/integrations/webhooks/4");
});

test("a webhook for chosen events is added", async () => {
  const calls = answerCalls(({ method }) =>
    method === "POST" ? { status: 201, body: orders } : { body: [orders] },
  );
  renderOnPage(<Webhooks {...listProps} webhooks={[]} />);
  expect(screen.getByText("No webhooks yet.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "New webhook..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "New webhook" }));
  await userEvent.type(dialog.getByLabelText(/^Address/), "https://hooks.example.com/assay");
  await userEvent.type(dialog.getByLabelText("Description"), "Orders");
  await userEvent.click(dialog.getByRole("radio", { name: /Chosen events/ }));
  expect(dialog.getByText("Still needed: Events")).toBeTruthy();
  await userEvent.type(dialog.getByLabelText("Find an event"), "submits");
  expect(dialog.queryByRole("checkbox", { name: "rfx.sent" })).toBeNull();
  await userEvent.click(dialog.getByRole("checkbox", { name: "rfx.submitted" }));
  await userEvent.clear(dialog.getByLabelText("Find an event"));
  await userEvent.click(dialog.getByRole("button", { name: "Choose all of Non-conformances" }));
  await userEvent.click(dialog.getByRole("button", { name: "Add webhook" }));
  expect(await screen.findByRole("link", { name: /Orders/ })).toBeTruthy();
  expect(calls[0]?.body).toEqual({
    url: "https://hooks.example.com/assay",
    description: "Orders",
    eventTypes: ["rfx.submitted", "ncr.created"],
    isActive: true,
  });
  expect(shownToasts()).toEqual(["Orders added."]);
});

test("an address that the server refuses is shown at its field, and the entries stay", async () => {
  const says = "This address is in a private network. Use a public address.";
  answerCalls(() => ({ status: 422, body: { errors: [says], fields: { url: [says] } } }));
  renderOnPage(<Webhooks {...listProps} webhooks={[orders]} />);
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Edit..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Orders" }));
  const address = dialog.getByLabelText<HTMLInputElement>(/^Address/);
  await userEvent.clear(address);
  await userEvent.type(address, "https://10.0.0.1/");
  await userEvent.click(dialog.getByRole("button", { name: "Save changes" }));
  expect(await dialog.findByText(says)).toBeTruthy();
  expect(address.value).toBe("https://10.0.0.1/");
});

test("a webhook is switched off with the version that was loaded", async () => {
  const off = { ...orders, isActive: false };
  const calls = answerCalls(({ method }) => ({ body: method === "PUT" ? off : [off] }));
  renderOnPage(<Webhooks {...listProps} webhooks={[orders]} />);
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Switch off" }));
  await waitFor(() => expect(screen.getByText("Off")).toBeTruthy());
  expect(calls[0]?.body).toMatchObject({ isActive: false, basedOn: orders.updated });
  expect(shownToasts()).toEqual(["Orders is off."]);
});

test("the secret is shown on request and rotated after a confirmation", async () => {
  const calls = answerCalls(({ method, body }) => {
    if (method === "GET") return { body: [orders] };
    const { rotate } = body as { rotate: boolean };
    const ends = rotate ? "2026-11-21T14:10:00Z" : null;
    return { body: { secret: rotate ? "whsec_new" : "whsec_old", formerSecretEnds: ends } };
  });
  renderOnPage(<Webhooks {...listProps} webhooks={[orders]} />);
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Secret..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "Secret of Orders" }));
  expect(calls).toEqual([]);
  await userEvent.click(dialog.getByRole("button", { name: "Show the secret" }));
  expect(await dialog.findByDisplayValue("whsec_old")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Rotate secret..." }));
  await userEvent.click(dialog.getByRole("button", { name: "Rotate the secret" }));
  expect(await dialog.findByDisplayValue("whsec_new")).toBeTruthy();
  expect(dialog.getByText(/previous secret also signs until/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Copy: Secret" }));
  expect(shownToasts()).toContain("Secret copied");
});

test("a webhook is removed after a confirmation", async () => {
  const calls = answerCalls(({ method }) => (method === "DELETE" ? { status: 204 } : { body: [] }));
  renderOnPage(<Webhooks {...listProps} webhooks={[orders]} />);
  await openMenu();
  await userEvent.click(screen.getByRole("menuitem", { name: "Remove..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Remove this webhook" }));
  expect(await screen.findByText("No webhooks yet.")).toBeTruthy();
  expect(calls[0]?.url.pathname).toBe("/api/webhook/4");
});

test("no more webhooks can be added than the maximum", () => {
  renderOnPage(<Webhooks {...listProps} maximum={1} webhooks={[orders]} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "New webhook..." }).disabled).toBe(true);
  expect(screen.getByText("You have 1 webhooks, which is the maximum.")).toBeTruthy();
});

test("a delivery shows its tries, body and answer, and is sent again", async () => {
  const calls = answerCalls(({ method }) => ({
    body:
      method === "POST" ? { ...failed, state: "PENDING" } : [{ ...failed, state: "PENDING", attempts: 0 }],
    headers: { "X-Pagination": JSON.stringify(page([failed]).pagination) },
  }));
  renderOnPage(<Deliveries webhook={orders} list={page([failed])} types={types} />);
  await userEvent.click(screen.getByRole("button", { name: /rfx\.sent evt_81/ }));
  expect(screen.getByText("8 of at most 8")).toBeTruthy();
  expect(screen.getByText("503 after 1,204 ms")).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>("Body").value).toContain('"rfxTitle": "Questions"');
  expect(screen.getByLabelText<HTMLTextAreaElement>("Answer of the receiver").value).toBe("Overloaded");
  await userEvent.click(screen.getByRole("button", { name: "Send again" }));
  expect(await screen.findByRole("button", { name: "Send now" })).toBeTruthy();
  expect(calls[0]?.url.pathname).toBe("/api/webhookDelivery/9/send");
  expect(shownToasts()).toEqual(["rfx.sent is sent again."]);
});

test("a webhook that is off says so, and its deliveries can't be sent again", async () => {
  const off = { ...orders, isActive: false, disabledReason: "The receiver answered 410 Gone." };
  renderOnPage(<Deliveries webhook={off} list={page([failed])} types={types} />);
  expect(screen.getByText(/This webhook was switched off: The receiver answered 410 Gone\./)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: /rfx\.sent evt_81/ }));
  expect(screen.queryByRole("button", { name: "Send again" })).toBeNull();
});

test("deliveries are filtered by state and event", async () => {
  const calls = answerCalls(() => ({
    body: [],
    headers: { "X-Pagination": JSON.stringify(page([]).pagination) },
  }));
  renderOnPage(<Deliveries webhook={orders} list={page([failed])} types={types} />);
  await userEvent.selectOptions(screen.getByLabelText("State"), "FAILED");
  await userEvent.selectOptions(screen.getByLabelText("Event"), "rfx.submitted");
  expect(await screen.findByText("No deliveries for the current search filter.")).toBeTruthy();
  const last = calls.at(-1)?.url.searchParams;
  expect([last?.get("state"), last?.get("type")]).toEqual(["FAILED", "rfx.submitted"]);
});

test("a search finds events by all words of name, group and description", () => {
  expect(matching(types, "RFX submits").map(({ type }) => type)).toEqual(["rfx.submitted"]);
  expect(matching(types, "")).toEqual(types);
});
