import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import type { PageContext } from "../../../lib/browser/page-context";
import { listen } from "../../../lib/events";
import { noteViewed } from "../../../lib/state/recent-records";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { matchesIn } from "./marked";
import FindOverlay from "./palette";

const context: Partial<PageContext> = {
  permissions: ["SEND_RFX"],
  plusMenu: [
    { label: "New Non-Conformance...", event: "OPEN_NEW_NCR", icon: "ncr" },
    { label: "Invite A New Supplier...", href: "/organisations/invite", icon: "invite" },
  ],
  settingsMenu: [{ label: "Forms...", href: "/forms", icon: "forms" }],
  nav: [{ href: "/messages", label: "Messages", icon: "messages", active: false }],
};

const row = (key: string, title: string, changes: object = {}) => ({
  key,
  id: Number(key.split(":")[1]),
  icon: "rfx",
  title,
  detail: "Kestrel Works",
  url: `/${key.replace(":", "/")}`,
  number: null,
  badge: null,
  face: null,
  relationshipId: null,
  ...changes,
});

const group = (type: string, label: string, rows: object[], changes: object = {}) => ({
  type,
  label,
  total: rows.length,
  isCapped: false,
  listUrl: null,
  rows,
  ...changes,
});

const bergmann = row("supplier:8", "Bergmann Präzision", { relationshipId: 3, url: "/organisations/8" });
const response = {
  groups: [
    group("supplier", "Suppliers", [bergmann]),
    group("rfx", "RFxs", [row("rfx:1188", "Qualification of Bergmann", { number: 1188 })], {
      total: 99,
      isCapped: true,
      listUrl: "/rfx?search=berg",
    }),
  ],
  skipped: [],
};
const nothing = { groups: [], skipped: [] };

let go: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  localStorage.clear();
  go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
});

function Opener({ typed }: { typed: string }) {
  const [field, setField] = useState<HTMLInputElement | null>(null);
  const [show, setShow] = useState(true);
  return (
    <>
      <button type="button" id="before">
        Before
      </button>
      <input ref={setField} aria-label="Field" defaultValue={typed} />
      {field && (
        <FindOverlay
          detail={{ field, from: document.getElementById("before"), onOpen: () => {} }}
          show={show}
          onClose={() => setShow(false)}
        />
      )}
    </>
  );
}

const open = (typed = "", changes = context) => {
  renderOnPage(<Opener typed={typed} />, changes);
  return screen.getByRole("combobox", { name: "Find or do" });
};
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const active = (input: HTMLElement) =>
  document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent;

test("without a text it offers recent records and the actions of the viewer", async () => {
  noteViewed(7, "/rfx/1188");
  noteViewed(9, "/rfx/2");
  const calls = answerCalls(() => ({
    body: { groups: [group("recent", "Recently viewed", [row("rfx:1188", "Qualification")])], skipped: [] },
  }));
  open();
  await screen.findByRole("group", { name: "Recently viewed" });
  expect(calls.map(({ url }) => url.search)).toEqual(["?recent=rfx%3A1188"]);
  expect(options()).toEqual(["QualificationKestrel Works", "New Non-Conformance", "Invite A New Supplier"]);
});

test("text that was typed before it was loaded is searched, and the field is empty again", async () => {
  const calls = answerCalls(() => ({ body: response }));
  const input = open("berg");
  expect((input as HTMLInputElement).value).toBe("berg");
  expect((screen.getByLabelText("Field") as HTMLInputElement).value).toBe("");
  expect(document.activeElement).toBe(input);
  await screen.findByRole("group", { name: "Suppliers" });
  expect(calls[0]?.url.searchParams.get("q")).toBe("berg");
});

test("groups have counts and a link to their list, and the status says them", async () => {
  answerCalls(() => ({ body: response }));
  await userEvent.type(open(), "berg");
  const rfxs = await screen.findByRole("group", { name: "RFxs" });
  expect(rfxs.textContent).toContain("1 of 99+");
  expect(within(rfxs).getByRole("option", { name: "All 99+ RFxs" })).toBeTruthy();
  expect(await screen.findByText("Suppliers: 1, RFxs: 1 of 99+")).toBeTruthy();
  expect([...document.querySelectorAll("mark")].map((mark) => mark.textContent)).toContain("Berg");
});

test("arrows move across groups, Enter opens, and Ctrl Enter opens a new tab", async () => {
  answerCalls(() => ({ body: response }));
  const openTab = vi.fn(() => null);
  vi.stubGlobal("open", openTab);
  const input = open();
  await userEvent.type(input, "berg");
  await screen.findByRole("group", { name: "RFxs" });
  expect(active(input)).toContain("Bergmann Präzision");
  await userEvent.keyboard("{ArrowDown}");
  expect(active(input)).toContain("#1188");
  await userEvent.keyboard("{Control>}{Enter}{/Control}");
  expect(openTab).toHaveBeenCalledWith("/rfx/1188", "_blank", "noopener");
  expect(screen.getByRole("dialog")).toBeTruthy();
  await userEvent.keyboard("{Enter}");
  expect(go).toHaveBeenCalledWith("/rfx/1188");
});

test("Enter before the response opens the first row of the current text only", async () => {
  let answer: (value: { body: unknown }) => void = () => {};
  const calls = answerCalls(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await userEvent.type(open(), "1188{Enter}");
  expect(go).not.toHaveBeenCalled();
  await waitFor(() => expect(calls.at(-1)?.url.searchParams.get("q")).toBe("1188"));
  await act(async () => answer({ body: { ...response, groups: response.groups.slice(1) } }));
  await waitFor(() => expect(go).toHaveBeenCalledWith("/rfx/1188"));
});

test("rows of an earlier text are not opened by Enter", async () => {
  answerCalls(({ url }) =>
    url.searchParams.get("q") === "berg" ? { body: response } : new Promise(() => {}),
  );
  const input = open();
  await userEvent.type(input, "berg");
  await screen.findByRole("group", { name: "Suppliers" });
  await userEvent.type(input, "x{Enter}");
  expect(go).not.toHaveBeenCalled();
});

test("Tab offers the actions of a supplier, Escape returns, and Escape again gives the focus back", async () => {
  answerCalls(() => ({ body: response }));
  const input = open();
  await userEvent.type(input, "berg");
  await screen.findByRole("group", { name: "Suppliers" });
  await userEvent.keyboard("{Tab}");
  expect(options()).toEqual(["Send RFx", "Open journal"]);
  expect(document.activeElement).toBe(input);
  await userEvent.keyboard("{Escape}");
  expect(options()).toHaveLength(3);
  await userEvent.keyboard("{Tab}");
  const requested = vi.fn();
  const stop = listen("OPEN_NEW_MESSAGE", requested);
  await userEvent.keyboard("{Enter}");
  stop();
  expect(requested).toHaveBeenCalledWith({
    organisationId: 8,
    organisationName: "Bergmann Präzision",
    type: "RFI",
  });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement?.id).toBe("before");
});

test("words select actions and places", async () => {
  answerCalls(() => ({ body: nothing }));
  const input = open();
  await userEvent.type(input, "new sup");
  expect(options()).toEqual(["Invite A New Supplier"]);
  await userEvent.clear(input);
  await userEvent.type(input, "mess");
  expect(screen.getByRole("group", { name: "Go to" }).textContent).toContain("Messages");
  await userEvent.clear(input);
  const raised = vi.fn();
  const stop = listen("OPEN_NEW_NCR", raised);
  await userEvent.type(input, "conform{Enter}");
  stop();
  expect(raised).toHaveBeenCalledWith({});
});

test("without a match it names the records that it searches", async () => {
  answerCalls(() => ({ body: nothing }));
  await userEvent.type(open(), "xyz");
  expect((await screen.findAllByText('Nothing matches "xyz".')).length).toBe(2);
  expect(screen.getByText(/Names, titles and numbers are searched/)).toBeTruthy();
});

test("a type that took too long is named", async () => {
  const skipped = [{ type: "message", label: "Messages", listUrl: "/messages" }];
  answerCalls(() => ({ body: { ...response, skipped } }));
  await userEvent.type(open(), "berg");
  await waitFor(() =>
    expect(screen.getByRole("dialog").textContent).toContain(
      "Messages took too long. Open the list to search them.",
    ),
  );
});

test("a failed search can be repeated", async () => {
  let isFailing = true;
  answerCalls(() => (isFailing ? { status: 500, body: {} } : { body: response }));
  await userEvent.type(open(), "berg");
  await screen.findAllByText("The search failed.");
  isFailing = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("group", { name: "Suppliers" });
});

test("offline it says so, and searches again when the connection is back", async () => {
  const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  let isOffline = true;
  answerCalls(() => {
    if (isOffline) throw new TypeError("Failed to fetch");
    return { body: response };
  });
  await userEvent.type(open(), "berg");
  await screen.findAllByText(/You are offline/);
  isOffline = false;
  online.mockRestore();
  act(() => {
    window.dispatchEvent(new Event("online"));
  });
  await screen.findByRole("group", { name: "Suppliers" });
});

test("matches are response without accents and never overlap", () => {
  expect(matchesIn("Bergmann Präzision", ["praz", "berg"])).toEqual([
    [0, 4],
    [9, 13],
  ]);
  expect(matchesIn("Berg", ["berg", "ber"])).toEqual([[0, 4]]);
});
