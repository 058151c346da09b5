import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { serverModules } from "../../../../lib/browser/late-part";
import { emit } from "../../../../lib/events";
import { toasts } from "../../../../lib/toasts";
import { blockNode, fieldNode, formOf, textNode } from "../../../../testing/form-documents";
import { renderOnPage } from "../../../../testing/page";
import "../../../../testing/rfx-fetched";
import { RfxServer } from "../../../../testing/rfx-server";
import { ToastHost } from "../../../../ui/toast-host";
import * as carried from "../../carried/carried";
import { loadCarried } from "../../carried/load-carried";
import type { Rfx } from "../../types";
import RfxDetail from "../detail";

const company = fieldNode("company", { label: "Company name" });
const city = fieldNode("city", { label: "City" });
const supplier = { organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null } };
const task = {
  id: 8,
  type: "FOLLOW_UP",
  status: "OPEN",
  isOpen: true,
  title: "Company name",
  formValue: { name: "Company name" },
  fieldKey: "company",
  docFormId: 5,
  descriptionHtml: "<p>Which site?</p>",
  due: null,
  created: "2026-11-19T09:00:00Z",
  closed: null,
  messageThread: null,
  assignedBy: null,
  assignedToUser: null,
  assignedToOrganisation: { id: 9, name: "Bergmann" },
};

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

function asBuyer(changes: object = {}) {
  const server = new RfxServer({
    forms: [formOf(company, city)],
    values: { company: "Bergmann GmbH" },
    role: "REQUESTER",
    status: "COMPLETED",
  });
  const rfx = server.rfx;
  renderOnPage(
    <RfxDetail
      rfx={{ ...rfx, actions: { ...rfx.actions, seeScoring: true }, ...changes } as Rfx}
      taskId={null}
    />,
  );
  return server;
}

beforeEach(() => {
  toasts.clear();
  window.history.replaceState(null, "", "/rfx/41");
});

test("an answer is accepted in the version that was read, and its history is shown", async () => {
  const server = asBuyer();
  server.answers["GET /api/rfx/41/value/company/history"] = {
    status: 200,
    body: [
      {
        iteration: 2,
        text: "محمد, 20 Nov 2026",
        parts: ["محمد", "20 Nov 2026"],
        by: { id: 14, name: "Jana Bergmann" },
        organisation: "Bergmann",
        updated: "2026-11-20T14:02:00Z",
        accepted: null,
        acceptedBy: null,
      },
      {
        iteration: 1,
        text: "",
        parts: [],
        by: { id: 15, name: "Max Kern" },
        organisation: "Bergmann",
        updated: "2026-11-20T13:00:00Z",
        accepted: null,
        acceptedBy: null,
        source: "WORKBOOK",
      },
    ],
  };
  await press("Review answers");
  const busy: (string | null)[] = [];
  const observer = new MutationObserver((changes) => busy.push(...changes.map(({ oldValue }) => oldValue)));
  observer.observe(await screen.findByRole("button", { name: /^Accept.*Company name/ }), {
    attributeFilter: ["aria-busy"],
    attributeOldValue: true,
  });
  await press(/^Accept.*Company name/);
  await waitFor(() => expect(busy).toEqual([null, "true"]));
  await waitFor(() => expect(server.moves).toEqual(["PUT /api/rfx/41/acceptance"]));
  expect(server.calls.at(-1)?.body).toEqual({
    answers: [{ field: "company", iteration: 1 }],
    accepted: true,
  });
  expect(screen.queryByRole("button", { name: /^Accept.*City/ })).toBeNull();
  await press(/^History.*Company name/);
  const changes = within(await screen.findByRole("list", { name: "Answers, the newest first" }));
  expect(changes.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    expect.stringMatching(/^Jana Bergmann at Bergmann .*محمد, 20 Nov 2026$/),
    expect.stringMatching(/^From a workbook, sent by Max Kern at Bergmann .*Cleared$/),
  ]);
  // Separate text direction for each part, because a date after a right-to-left name would be rearranged.
  expect(changes.getByText("20 Nov 2026").tagName).toBe("BDI");
});

const headingNode = (text: string) => blockNode("heading", [textNode(text)], { level: 2 });
const sections = [
  headingNode("Company"),
  company,
  city,
  headingNode("Sites"),
  fieldNode("site"),
  fieldNode("none"),
];

function reviewing(
  values: object = { company: "Bergmann GmbH", city: "Erfurt", site: "Two" },
  tasks: object[] = [],
) {
  const server = new RfxServer({
    forms: [formOf(...sections)],
    values: values as Record<string, unknown>,
    role: "REQUESTER",
    status: "COMPLETED",
  });
  renderOnPage(
    <>
      <RfxDetail rfx={{ ...server.rfx, tasks } as unknown as Rfx} taskId={null} />
      <ToastHost />
    </>,
  );
  return server;
}
const progress = () => screen.getByText(/reviewed$/, { selector: "[role=status]" }).textContent;
const focusedField = () => document.activeElement?.closest(".doc-field")?.id;

test("answers are counted as reviewed once accepted or while a follow-up waits for the respondent", async () => {
  const about = (key: string, status: string, closed: string | null = null) => ({
    ...task,
    id: key.length,
    fieldKey: key,
    status,
    isOpen: status !== "CLOSED",
    closed,
  });
  reviewing({ company: "A", city: "B", site: "C" }, [about("company", "OPEN"), about("city", "ANSWERED")]);
  await press("Review answers");
  expect(await screen.findByText("1 of 3 reviewed", { selector: "[role=status]" })).toBeTruthy();
  cleanup();
  // The answers date from 20 November, 14:02.
  reviewing({ company: "A", city: "B" }, [
    about("company", "CLOSED", "2026-11-20T15:00:00Z"),
    about("city", "CLOSED", "2026-11-20T13:00:00Z"),
  ]);
  await press("Review answers");
  expect(await screen.findByText("1 of 2 reviewed", { selector: "[role=status]" })).toBeTruthy();
});

test("a section is accepted in one request, which the toast can undo", async () => {
  const server = reviewing();
  await press("Review answers");
  await press(/^Accept section.*Company/);
  await waitFor(() => expect(progress()).toBe("2 of 3 reviewed"));
  const answers = [
    { field: "company", iteration: 1 },
    { field: "city", iteration: 1 },
  ];
  const sent = () => server.calls.filter(({ method }) => method !== "GET").map(({ body }) => body);
  expect(sent()).toEqual([{ answers, accepted: true }]);
  expect(screen.queryByRole("button", { name: /^Accept section.*Company/ })).toBeNull();
  expect(screen.getByText("2 answers accepted.")).toBeTruthy();
  await userEvent.click(within(screen.getByRole("region", { name: "Notifications" })).getByText("Undo"));
  await waitFor(() => expect(progress()).toBe("0 of 3 reviewed"));
  expect(server.calls.at(-1)?.body).toEqual({ answers, accepted: false });
});

test("the keys A and Q accept and ask about the focused answer, and A moves to the next", async () => {
  const server = reviewing();
  await press("Review answers");
  await press("Next to review");
  expect(focusedField()).toBe("field-company");
  await userEvent.keyboard("a");
  await waitFor(() => expect(focusedField()).toBe("field-city"));
  expect(server.moves).toEqual(["PUT /api/rfx/41/acceptance"]);
  await userEvent.keyboard("q");
  const dialog = await screen.findByRole("dialog", { name: "Ask about this answer" });
  await userEvent.click(within(dialog).getByRole("textbox", { name: /Answer by/ }));
  await userEvent.keyboard("aq");
  expect(server.moves).toHaveLength(1);
});

test("keys outside of an answer, and with a modifier, do nothing", async () => {
  const server = reviewing();
  await press("Review answers");
  (await screen.findByRole("button", { name: "Next to review" })).focus();
  await userEvent.keyboard("aq");
  await press("Next to review");
  await userEvent.keyboard("{Control>}a{/Control}");
  expect(server.moves).toEqual([]);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("a task is opened at its field, answered, and closed by its author", async () => {
  const server = asBuyer({ tasks: [task] });
  server.answers["PUT /api/rfx/41/task/8"] = {
    status: 200,
    body: {
      taskId: 8,
      tasks: [{ ...task, status: "CLOSED", isOpen: false, closed: "2026-11-20T14:02:00Z" }],
    },
  };
  await press(/^Open.*Which site/);
  const dialog = within(await screen.findByRole("dialog", { name: "Company name" }));
  await userEvent.click(dialog.getByRole("button", { name: "Send reply" }));
  expect(dialog.getByText("Please enter a message.")).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Close follow-up" }));
  await waitFor(() => expect(dialog.getByText("Closed")).toBeTruthy());
  expect(server.calls.at(-1)?.body).toEqual({ isOpen: false });
  expect(dialog.queryByRole("button", { name: "Close follow-up" })).toBeNull();
});

test("a follow-up keeps an incomplete date in its deadline input", async () => {
  const begin = async () => {
    await press("Review answers");
    await press(/^Follow-up.*Company name/);
    return (await screen.findByRole("textbox", { name: "Answer by" })) as HTMLInputElement;
  };
  asBuyer();
  await userEvent.type(await begin(), "31/1");
  act(() => emit("BEFORE_LEAVE", { to: "/login" }));
  cleanup();
  asBuyer();
  expect((await begin()).value).toBe("31/1");
  await press("Discard draft");
  expect((screen.getByRole("textbox", { name: "Answer by" }) as HTMLInputElement).value).toBe("");
});

const emptyThread = { messages: [], olderCount: 0, participants: [], tags: [] };

test.each([
  ["a reader of a task without messages", null, { reply: false }, false],
  ["a reader of a task with a thread", { id: 77 }, { reply: false }, false],
  ["a participant of its thread", { id: 78 }, { reply: false }, true],
  ["a user who may answer", { id: 77 }, { reply: true }, true],
])("the reply box follows the permissions of %s", async (_, messageThread, actionChanges, hasReplyBox) => {
  const server = new RfxServer({ forms: [formOf(company, city)], role: "REQUESTER", status: "COMPLETED" });
  for (const [id, mayReply] of [
    [77, false],
    [78, true],
  ] as const) {
    server.answers[`GET /api/messageThread/${id}`] = { status: 200, body: { ...emptyThread, id, mayReply } };
  }
  const actions = { ...server.rfx.actions, ...actionChanges };
  renderOnPage(
    <RfxDetail rfx={{ ...server.rfx, actions, tasks: [{ ...task, messageThread }] } as Rfx} taskId={null} />,
  );
  await press(/^Open.*Which site/);
  const dialog = within(await screen.findByRole("dialog", { name: "Company name" }));
  if (hasReplyBox) expect(await dialog.findByRole("button", { name: "Send reply" })).toBeTruthy();
  else {
    await waitFor(() => expect(dialog.queryByRole("status", { name: "Loading" })).toBeNull());
    expect(dialog.queryByRole("button", { name: "Send reply" })).toBeNull();
    expect(dialog.queryByText("Your reply")).toBeNull();
  }
});

const earlier = (value: string) => ({
  value,
  text: value,
  updated: "2025-11-03T09:00:00Z",
  rfx: { id: 7, title: "Last year" },
  requesterName: "Northwind Buying",
});

test("earlier answers are offered at their fields, singly and all at once", async () => {
  const server = new RfxServer({ forms: [formOf(company, city)] });
  const reuse = { company: earlier("Bergmann GmbH"), city: earlier("Erfurt") };
  serverModules.set(loadCarried, carried);
  renderOnPage(<RfxDetail rfx={{ ...server.rfx, reuse } as Rfx} taskId={null} />, supplier);
  // Part of the HTML of the server, so that nothing moves afterwards.
  expect(screen.getByText(/You have answered 2 of these questions before/)).toBeTruthy();
  await press(/^Use this answer.*City/);
  expect((screen.getByRole("textbox", { name: /City/ }) as HTMLInputElement).value).toBe("Erfurt");
  expect(screen.queryByRole("button", { name: /^Use this answer.*City/ })).toBeNull();
  await press("Use this answer");
  expect((screen.getByRole("textbox", { name: /Company/ }) as HTMLInputElement).value).toBe("Bergmann GmbH");
  expect(screen.queryByText(/answered .* of these questions before/)).toBeNull();
  await waitFor(() => expect(server.values.company?.value).toBe("Bergmann GmbH"), { timeout: 4000 });
  expect(server.values.city?.value).toBe("Erfurt");
});
