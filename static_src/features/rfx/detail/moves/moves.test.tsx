import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { listen } from "../../../../lib/events";
import { fieldNode, formOf } from "../../../../testing/form-documents";
import { renderOnPage } from "../../../../testing/page";
import "../../../../testing/rfx-fetched";
import { RfxServer } from "../../../../testing/rfx-server";
import { schedule } from "../../../../testing/schedules";
import type { Rfx } from "../../types";
import RfxDetail from "../detail";

const company = fieldNode("company", { label: "Company name" });

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));

test.each([
  ["submission", "RESPONDENT", "INPROGRESS", [/^Submit Response/, "Yes, Submit Response"]],
  ["reopening", "REQUESTER", "COMPLETED", ["Re-Open RFx", "Yes, Reopen This RFI"]],
] as const)(
  "after the %s the form and the thread show their current content",
  async (_, role, status, buttons) => {
    const server = new RfxServer({ forms: [formOf(company)], values: { company: "Bergmann" }, role, status });
    server.answers = {
      "GET /api/messageThread/7": {
        status: 200,
        body: { id: 7, messages: [], olderCount: 0, mayReply: false },
      },
    };
    renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />);
    const loads = () => server.calls.filter(({ url }) => url.pathname === "/api/messageThread/7").length;
    const seen = new Promise<unknown>((resolve) => {
      listen("MESSAGES_CHANGED", resolve);
    });
    await userEvent.click(screen.getByRole("tab", { name: "Messages" }));
    await seen;
    await userEvent.click(screen.getByRole("tab", { name: "RFI" }));
    const before = loads();
    server.write("company", "Bergmann GmbH", "Jana Bergmann");
    for (const name of buttons) await press(name);
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await waitFor(() => expect(loads()).toBe(before + 1));
    expect(await screen.findByText("Bergmann GmbH")).toBeTruthy();
  },
);

test("cancelling a submission changes nothing", async () => {
  const server = new RfxServer({ forms: [formOf(company)], values: { company: "Bergmann" } });
  renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} />);
  await press(/^Submit Response/);
  const dialog = within(await screen.findByRole("dialog", { name: "Submit Response" }));
  const buttons = dialog.getAllByRole("button").map(({ textContent }) => textContent);
  expect(buttons.filter(Boolean)).toEqual(["Cancel", "Yes, Submit Response"]);
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.moves).toEqual([]);
  expect(screen.getByText("In Progress", { selector: ".page-title .soft-badge" })).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: /Company name/ }).value).toBe("Bergmann");
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Submit Response/ }).disabled).toBe(false);
});

test("a viewer who may submit but not answer sees the progress of the response and the missing answers of colleagues", async () => {
  const city = fieldNode("city", { label: "City" });
  const company = fieldNode("company", { label: "Company name", required: true });
  const theirs = fieldNode("price", { label: "Price class", required: true, writableBy: "REQUESTER" });
  const server = new RfxServer({ forms: [formOf(city, company, theirs)], values: { city: "Stuttgart" } });
  const { rfx } = server;
  const mine = { rwMap: {}, actions: { ...rfx.actions, answer: false, sign: false } };
  renderOnPage(<RfxDetail rfx={{ ...rfx, ...mine } as Rfx} taskId={null} />);
  const submit = screen.getByRole("button", { name: /^Submit Response/ }) as HTMLButtonElement;
  expect(submit.textContent).toBe("Submit Response 50%");
  expect([submit.disabled, submit.className.includes("btn-primary")]).toEqual([true, false]);
  await userEvent.click(screen.getByRole("button", { name: "1 answer needed" }));
  const needed = await screen.findByRole("region", { name: "1 question left" });
  expect(needed.textContent).toContain("Company name");
  await userEvent.click(within(needed).getByRole("link", { name: "Company name" }));
  await waitFor(() => expect(document.activeElement?.id).toBe("field-company"));
  // Browsers focus a read-only element only with this attribute.
  expect(document.activeElement?.getAttribute("tabindex")).toBe("-1");
});

test("a viewer who may sign but not answer sees the missing answers of colleagues, and signing does not submit", async () => {
  const required = fieldNode("company", { label: "Company name", required: true });
  const signature = fieldNode("signature", { label: "Signature", type: "FORMSIGNATURE" });
  const city = fieldNode("city", { label: "City" });
  const show = (values: Record<string, string>) => {
    const server = new RfxServer({ forms: [formOf(required, city, signature)], values });
    const rfx = { ...server.rfx, rwMap: { company: false, city: false, signature: true } };
    const page = renderOnPage(
      <RfxDetail rfx={{ ...rfx, actions: { ...rfx.actions, answer: false } } as Rfx} taskId={null} />,
    );
    return { server, page };
  };
  const submit = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Submit Response/ });
  const sign = async () => {
    await userEvent.type(screen.getByRole("textbox", { name: "Your full name" }), "Jana Bergmann");
    await press(/^Sign/);
    await waitFor(() => expect(screen.getByText("All changes saved")).toBeTruthy(), { timeout: 3000 });
  };
  const { server, page } = show({ city: "Stuttgart" });
  expect(screen.queryByRole("textbox", { name: /Company name/ })).toBeNull();
  expect(submit().textContent).toBe("Submit Response 50%");
  expect(screen.getByRole("navigation", { name: "Forms" }).textContent).toContain("1 of 2 answered");
  expect(screen.getByRole("button", { name: "2 answers needed" })).toBeTruthy();
  await sign();
  expect(screen.getByRole("button", { name: "1 answer needed" })).toBeTruthy();
  expect([submit().disabled, submit().textContent]).toEqual([true, "Submit Response 50%"]);
  page.unmount();
  // Optional fields of colleagues also prevent the automatic submission.
  const { server: other } = show({ company: "Bergmann" });
  await sign();
  expect([submit().disabled, submit().textContent]).toEqual([false, "Submit Response 50%"]);
  expect([server.moves, other.moves]).toEqual([["PUT /api/rfx/41/value"], ["PUT /api/rfx/41/value"]]);
});

test("the requester countersigns a submitted response, without another submission", async () => {
  const own = { writableBy: "REQUESTER" } as const;
  const countersignature = fieldNode("ours", { label: "Countersignature", type: "FORMSIGNATURE", ...own });
  const server = new RfxServer({
    forms: [formOf(company, countersignature)],
    values: { company: "Bergmann" },
    role: "REQUESTER",
    status: "COMPLETED",
  });
  const { rfx } = server;
  const mine = { rwMap: { ours: true }, actions: { ...rfx.actions, answer: true, sign: true } };
  renderOnPage(<RfxDetail rfx={{ ...rfx, ...mine } as Rfx} taskId={null} />);
  expect(screen.queryByRole("textbox", { name: /Company name/ })).toBeNull();
  expect(screen.getByText(/You can still edit the fields assigned to you/)).toBeTruthy();
  const forms = screen.getByRole("navigation", { name: "Forms" });
  expect(forms.textContent).toContain("1 of 2 answered");
  await userEvent.type(screen.getByRole("textbox", { name: "Your full name" }), "Rosa Meyer");
  await press(/^Sign/);
  // The saved signature is shown as on a page that loads later.
  await waitFor(() => expect(screen.queryByText(/You can still edit/)).toBeNull(), { timeout: 3000 });
  expect(server.values.ours?.value).toMatchObject({ name: "Rosa Meyer" });
  expect(server.moves).toEqual(["PUT /api/rfx/41/value"]);
});

test.each([
  ["no schedule", null, true],
  ["an ended schedule", { ...schedule, state: "ENDED" as const }, true],
  ["a schedule", schedule, false],
])("the menu of an RFx with %s offers Repeat if it can repeat", async (_, first, isOffered) => {
  const server = new RfxServer({ forms: [formOf(company)], role: "REQUESTER" });
  renderOnPage(<RfxDetail rfx={server.rfx as Rfx} taskId={null} schedule={first} />);
  if (first) await screen.findByText(/^Repeats every 12 months/);
  await press("More actions");
  expect(screen.queryByRole("menuitem", { name: "Repeat..." }) !== null).toBe(isOffered);
});
