import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { type BrowserEventName, listen } from "../../lib/events";
import { saveDraft } from "../../lib/state/drafts";
import { toasts, useToasts } from "../../lib/toasts";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { type Draft, emptyDraft } from "./draft";
import NewMessageModal from "./new-message-modal";

const bergmann = { value: 9, label: "Bergmann Präzision GmbH" };
const written: Draft = { ...emptyDraft, subject: "Certificates", html: "<p>Please send them.</p>" };

const lists: Record<string, unknown> = {
  "/api/organisation/messagePartner": [
    { id: 9, name: bergmann.label },
    { id: 12, name: "Calder & Sons" },
  ],
  "/api/organisation/9/user": [
    { id: 14, name: "Jana Bergmann", jobTitle: "Quality manager" },
    { id: 15, name: "Tomas Okafor", jobTitle: null },
  ],
  "/api/docForm": [{ id: 5, title: "Supplier qualification", type: "RFI" }],
};
/** Counts recipients and sends nothing. */
const previewPath = "/api/rfxRequest/preview";
let sending: { status?: number; body?: unknown } = {};
let failing = "";

function Toasts() {
  return <output>{useToasts().map(({ text }) => text)}</output>;
}

function open(detail = {}, permissions = ["SEND_MESSAGES", "SEND_RFX"]) {
  const onClose = vi.fn();
  const calls = answerCalls(({ url, method }) =>
    url.pathname === failing
      ? { status: 500 }
      : method === "POST" && !(url.pathname in lists)
        ? sending
        : { body: lists[url.pathname] ?? [] },
  );
  renderOnPage(
    <>
      <Toasts />
      <NewMessageModal detail={detail} show onClose={onClose} />
    </>,
    { permissions },
  );
  const posts = () => calls.filter(({ method }: Call) => method === "POST");
  return { onClose, posts, sent: () => posts().filter(({ url }) => url.pathname !== previewPath) };
}

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

beforeEach(() => {
  delete lists[previewPath];
  toasts.clear();
  failing = "";
  sending = { status: 201, body: { id: 7, threadIds: [7], rfxIds: [41] } };
});

test("a missing recipient, subject or message is an error at its field", async () => {
  const { posts } = open();
  await press("Send Message");
  expect(posts()).toEqual([]);
  const summary = within(screen.getByRole("region", { name: "There is a problem" }));
  expect(summary.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Choose an organisation.",
    "Please enter a subject.",
    "Please enter a message.",
  ]);
  const subject = screen.getByRole("textbox", { name: /Subject/ });
  expect(subject.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(subject, "Certificates");
  expect(subject.getAttribute("aria-invalid")).toBeNull();
});

test("a message goes to the chosen users of an organisation and the page is notified", async () => {
  saveDraft("newMessage", 7, written);
  const events: BrowserEventName[] = [];
  const stops = (["MESSAGES_CHANGED", "RFX_CHANGED", "EVENT_LOG_CHANGED"] as const).map((name) =>
    listen(name, () => events.push(name)),
  );
  const { posts, onClose } = open({ organisationId: 9, organisationName: bergmann.label, userId: 14 });
  await screen.findByText("Jana Bergmann");
  await press("Send Message");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(posts()[0]?.body).toEqual({
    toOrganisationIds: [9],
    toUserIds: [14],
    type: "MESSAGE",
    subject: "Certificates",
    html: "<p>Please send them.</p>",
    attachmentIds: [],
  });
  expect(posts()[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
  expect(screen.getByText("Message sent ok.")).toBeTruthy();
  expect(events).toEqual(["MESSAGES_CHANGED", "RFX_CHANGED", "EVENT_LOG_CHANGED"]);
  for (const stop of stops) stop();
});

test("a form that the opener passes is chosen, and its title is the subject", async () => {
  const { sent } = open({ type: "RFI", docForm: { id: 5, title: "Pump check" }, organisationId: 9 });
  expect(await screen.findByRole("button", { name: "Remove Pump check" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Subject/ }).value).toBe("Pump check");
  expect(sent()).toEqual([]);
});

test("an RFx says what will be sent before it is sent, and the toast leads to it afterwards", async () => {
  lists["/api/docForm/questionCount"] = { questions: 12 };
  saveDraft("newMessage", 7, { ...written, deadline: "2031-12-10", deadlineText: "10/12/2031" });
  sending = { status: 201, body: { id: 41, state: "OPEN", bulkJobId: null } };
  const { onClose, sent } = open({
    type: "RFI",
    docForm: { id: 5, title: "Pump check" },
    organisationId: 9,
    organisationName: bergmann.label,
  });
  expect(await screen.findByRole("dialog", { name: "New RFx" })).toBeTruthy();
  await screen.findByText("Will be sent: 1 organisation, 2 people, 12 questions, due Dec 10, 2031");
  await press("Send Message");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent()[0]?.url.pathname).toBe("/api/rfxRequest");
  expect(JSON.parse(sessionStorage.getItem("assay.toasts") ?? "")).toMatchObject([
    { text: "Message sent ok.", action: { label: "View request", href: "/rfx/request/41" } },
  ]);
});

test("a failure to load users is shown once, in the field", async () => {
  failing = "/api/organisation/9/user";
  open({ organisationId: 9, organisationName: bergmann.label });
  await userEvent.click(await screen.findByRole("combobox", { name: "Users" }));
  // Once visible, once for screen readers.
  expect(
    await screen.findAllByText("The suggestions could not be loaded. Keep typing to try again."),
  ).toHaveLength(2);
  expect(document.querySelector("output")?.textContent).toBe("");
});

test("a message to one user shows a note when it is addressed to everyone instead", async () => {
  failing = "/api/organisation/9/user";
  open({ organisationId: 9, organisationName: "Bergmann", userId: 14 });
  expect(await screen.findByText(/^The people at Bergmann could not be loaded/)).toBeTruthy();
});

test("documents, a deadline and guests belong to RFI and NDA; the first document's title becomes the subject", async () => {
  open();
  await screen.findByRole("radio", { name: "RFI" });
  expect(screen.queryByLabelText(/Documents/)).toBeNull();
  await userEvent.click(screen.getByRole("radio", { name: "RFI" }));
  await userEvent.click(screen.getByRole("combobox", { name: /Documents/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Supplier qualification" }));
  expect((screen.getByRole("textbox", { name: /Subject/ }) as HTMLInputElement).value).toBe(
    "Supplier qualification",
  );
  expect(screen.getByLabelText(/Deadline/)).toBeTruthy();
  await userEvent.type(screen.getByRole("combobox", { name: /Guests/ }), "jo@example.org{Enter}");
  expect(screen.getByRole("button", { name: "Remove jo@example.org" })).toBeTruthy();
  await userEvent.click(screen.getByRole("radio", { name: "NDA" }));
  expect(screen.queryByText("Suppliers see them in this order.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Remove Supplier qualification" })).toBeNull();
});

test("a pasted list of guests adds each address once and reports invalid ones", async () => {
  open({ type: "RFI" });
  const guests = await screen.findByRole("combobox", { name: /Guests/ });
  await userEvent.click(guests);
  await userEvent.paste("jo@example.org, Ann Lee <ann@example.org>; JO@example.org");
  await userEvent.keyboard("{Enter}");
  expect(
    screen.getAllByRole("button", { name: /^Remove / }).map((button) => button.getAttribute("aria-label")),
  ).toEqual(["Remove jo@example.org", "Remove Ann Lee (ann@example.org)"]);
  await userEvent.type(guests, "bo at example{Enter}");
  expect(await screen.findByText("Enter a whole e-mail address.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Send Message" }));
  const fault = "'bo at example' is not a whole e-mail address.";
  expect(screen.getByRole("link", { name: fault })).toBeTruthy();
  await userEvent.clear(guests);
  await waitFor(() => expect(screen.queryAllByText(fault)).toHaveLength(0));
  expect(guests.hasAttribute("aria-invalid")).toBe(false);
});

test("an exact match comes before bundles, which come before other forms", async () => {
  lists["/api/docForm"] = [
    { id: 7, title: "Quality annex", type: "RFI" },
    { id: 8, title: "Annex", type: "RFI" },
  ];
  lists["/api/docFormBundle"] = [
    { id: 3, name: "Annex and more", docForms: [{ id: 8, title: "Annex", inUseId: 8 }] },
  ];
  open();
  await userEvent.click(await screen.findByRole("radio", { name: "RFI" }));
  await userEvent.type(screen.getByRole("combobox", { name: /Documents/ }), "annex");
  await waitFor(() =>
    expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual([
      "Annex",
      expect.stringContaining("Annex and more"),
      "Quality annex",
    ]),
  );
  lists["/api/docFormBundle"] = [];
});

test("bundles are offered next to documents", async () => {
  lists["/api/docFormBundle"] = [
    { id: 3, name: "New supplier pack", docForms: [{ id: 5, title: "Supplier qualification", inUseId: 5 }] },
  ];
  open();
  await userEvent.click(await screen.findByRole("radio", { name: "RFI" }));
  await userEvent.click(screen.getByRole("combobox", { name: /Documents/ }));
  await userEvent.click(await screen.findByRole("option", { name: /New supplier pack/ }));
  expect(screen.getByText("Sent as the bundle 'New supplier pack', in this order.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove Supplier qualification" }));
  expect(screen.getByText("Suppliers see them in this order.")).toBeTruthy();
  lists["/api/docFormBundle"] = [];
});

test("only message types that the user can send are offered", async () => {
  open({}, ["SEND_RFX"]);
  await screen.findByRole("button", { name: "Send Message" });
  const offered = within(screen.getByRole("group", { name: "Message type" })).getAllByRole("radio");
  expect(offered.map((radio) => (radio as HTMLInputElement).value)).toEqual(["RFI", "NDA"]);
});

test("server errors are shown at their fields and all values stay", async () => {
  saveDraft("newMessage", 7, { ...written, organisations: [bergmann] });
  sending = { status: 422, body: { errors: ["Too long."], fields: { subject: ["Too long."] } } };
  const { onClose } = open();
  await press("Send Message");
  expect(await screen.findAllByText("Too long.")).toHaveLength(2);
  expect((screen.getByRole("textbox", { name: /Subject/ }) as HTMLInputElement).value).toBe("Certificates");
  expect(onClose).not.toHaveBeenCalled();
});

test("resending changed content after a lost response sends a second message", async () => {
  saveDraft("newMessage", 7, { ...written, organisations: [bergmann] });
  const body = {
    code: "idempotencyKeyReused",
    message: "This Idempotency-Key was used for another request.",
  };
  sending = { status: 409, body };
  const { posts, onClose } = open();
  await press("Send Message");
  expect(
    await screen.findByText(/^Your message was sent, without your latest changes.* Send again/),
  ).toBeTruthy();
  expect(screen.queryByText(/Idempotency-Key/)).toBeNull();
  sending = { status: 201, body: { id: 7, threadIds: [7], rfxIds: [] } };
  await press("Send Message");
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  const keys = posts().map(({ headers }) => headers.get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(2);
});

test("an incomplete deadline is visible next to its error", async () => {
  saveDraft("newMessage", 7, { ...written, type: "RFI", organisations: [bergmann], deadlineText: "31/1" });
  open();
  const deadline = (await screen.findByRole("textbox", { name: "Deadline" })) as HTMLInputElement;
  expect(deadline.value).toBe("31/1");
  await userEvent.type(deadline, "2/2031");
  expect(deadline.value).toBe("31/12/2031");
});

test("a closed draft is restored at the next opening; Cancel discards it", async () => {
  open();
  await userEvent.type(await screen.findByRole("textbox", { name: /Subject/ }), "Half a thought");
  await press("Close");
  cleanup();
  open();
  expect(await screen.findByText("Your draft was restored.")).toBeTruthy();
  expect(screen.getByDisplayValue("Half a thought")).toBeTruthy();
  await press("Cancel");
  expect(sessionStorage.getItem("assay.draft.newMessage")).toBeNull();
});

const preview = {
  total: 3,
  organisations: 1,
  people: 1,
  guests: 2,
  duplicates: 1,
  present: 0,
  unrelated: 0,
  problems: [
    { line: 2, text: "nobody", sentence: "This is not a valid e-mail address." },
    { line: 4, text: "ann@", sentence: "This is not a valid e-mail address." },
  ],
  errors: [],
  canSend: false,
  inBackground: false,
};

test("a pasted list shows its problems line by line, and the bad lines can be removed", async () => {
  sending = { body: preview };
  open({ type: "RFI" });
  await press("Add by saved view, tag, level or pasted list");
  const list = screen.getByRole<HTMLTextAreaElement>("textbox", { name: /Pasted list/ });
  await userEvent.click(list);
  await userEvent.paste("jo@x.example\nnobody\nada@x.example\nann@\njo@x.example");
  expect(await screen.findByText("3 suppliers. 1 duplicate is sent once.")).toBeTruthy();
  expect(screen.getByText(/^Line 2/).textContent).toBe("Line 2, nobody: This is not a valid e-mail address.");
  await press("Remove these 2 lines");
  expect(list.value).toBe("jo@x.example\nada@x.example\njo@x.example");
});

test("tags, levels and the Network filter are sent to the server, which resolves them", async () => {
  lists["/api/relationship/tag"] = [{ id: 3, name: "critical" }];
  sending = {
    body: { ...preview, problems: [], total: 31, organisations: 29, people: 44, inBackground: true },
  };
  saveDraft("newMessage", 7, { ...written, type: "RFI", documents: [{ value: 5, label: "Pump check" }] });
  const { posts } = open({
    type: "RFI",
    networkFilter: { query: { name: "steel" }, text: "name contains steel" },
  });
  expect(await screen.findByText("All organisations that match: name contains steel")).toBeTruthy();
  await userEvent.click(screen.getByRole("combobox", { name: /Tags/ }));
  await userEvent.click(await screen.findByRole("option", { name: "critical" }));
  await userEvent.click(screen.getByRole("checkbox", { name: "Preferred" }));
  await waitFor(() =>
    expect(posts().at(-1)?.body).toMatchObject({
      recipients: { tags: ["critical"], levels: ["Preferred"], filter: { name: "steel" } },
    }),
  );
  await screen.findByText(/29 organisations, 44 people, 2 guests/);
  expect(screen.getAllByText(/Sending continues in the background/).length).toBeGreaterThan(0);
  await press("Remove the Network filter");
  expect(screen.queryByText(/All organisations that match/)).toBeNull();
});

test("a request at a time needs a day, and sealed answers need a deadline", async () => {
  const { posts } = open({ type: "RFI" });
  await userEvent.click(await screen.findByRole("radio", { name: "At a time" }));
  await userEvent.click(screen.getByText("More options"));
  await userEvent.click(screen.getByRole("switch", { name: /Keep answers sealed/ }));
  await press("Send Message");
  expect(screen.getByRole("link", { name: "Choose the day of sending." })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Set a deadline: sealed answers are opened then." })).toBeTruthy();
  expect(posts()).toEqual([]);
});

test("a copy has the content of the earlier request", async () => {
  lists["/api/rfxRequest/8/copy"] = {
    type: "RFI",
    title: "Pump check 2026",
    messageHtml: "<p>Please answer.</p>",
    docForms: [{ id: 5, title: "Supplier qualification", type: "RFI", revision: 3 }],
    missing: ["Site audit"],
    deadline: null,
    isSealed: false,
    attachments: [],
  };
  open({ type: "RFI", copyOf: 8 });
  expect(await screen.findByRole("button", { name: "Remove Supplier qualification" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Subject/ }).value).toBe("Pump check 2026");
  expect(screen.getByText("Not in the copy, because it can no longer be sent: Site audit")).toBeTruthy();
});
