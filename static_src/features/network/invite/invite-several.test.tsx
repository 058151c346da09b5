import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import InviteSeveral from "./invite-several";

type Row = { contactEmail: string; organisationName: string };

/** Answer the check: addresses without @ are wrong, and names with "Calder" look like a supplier that exists. */
function check(call: Call) {
  const rows = (call.body as { rows: Row[] }).rows;
  return {
    body: {
      rows: rows.map(({ contactEmail, organisationName }) => ({
        contactName: null,
        contactEmail: contactEmail.includes("@") ? null : "Please enter a valid e-mail address.",
        organisationName: null,
        sameAsRow: null,
        contact: contactEmail === "p2@firm2.example" ? contact(2, "Supplier 2") : null,
        match: organisationName.includes("Calder")
          ? { id: 4, name: "Calder & Sons", state: "INVITED", hasEmail: false, isSimilar: true }
          : null,
      })),
      sample: { to: rows[0]?.contactEmail, subject: "Meridian invites you", lines: ["Rosa invites you."] },
    },
  };
}

const assign = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
  assign.mockReset();
});

function server(started: () => object = () => ({ status: 202, body: { bulkJobId: 9 } })) {
  return answerCalls((call) => (call.url.pathname.endsWith("/check") ? check(call) : started()));
}

async function add(text: string) {
  fireEvent.change(screen.getByLabelText(/^One supplier in each line/), { target: { value: text } });
  await userEvent.click(screen.getByRole("button", { name: /^Add/ }));
}

const open = (uninvited = 0) => renderOnPage(<InviteSeveral message="<p>Hello</p>" uninvited={uninvited} />);
const send = () => screen.getByRole<HTMLButtonElement>("button", { name: /^Send/ });

test("a pasted list is checked, corrected, and sent in one request", async () => {
  const calls = server();
  open();
  await add("Nova; Eva; eva@nova.example\nZeta; Al; nonsense");
  expect(await screen.findByText("1 row needs a correction.", {}, { timeout: 3_000 })).toBeTruthy();
  expect(send().disabled).toBe(true);
  const address = screen.getByLabelText("E-mail address of row 2");
  expect(address.getAttribute("aria-invalid")).toBe("true");
  fireEvent.change(address, { target: { value: "al@zeta.example" } });
  await waitFor(() => expect(send().disabled).toBe(false), { timeout: 3_000 });
  expect(screen.getByText("Meridian invites you")).toBeTruthy();
  await userEvent.click(send());
  await waitFor(() => expect(calls.at(-1)?.url.pathname).toBe("/api/relationship/inviteMany"));
  expect(calls.at(-1)?.body).toEqual({
    rows: [
      { organisationName: "Nova", contactName: "Eva", contactEmail: "eva@nova.example" },
      { organisationName: "Zeta", contactName: "Al", contactEmail: "al@zeta.example" },
    ],
    relationshipLevel: "Evaluation",
    testSupplier: false,
    message: null,
    saveMessage: false,
  });
});

test("a supplier that seems to exist needs a decision", async () => {
  server();
  open();
  await add("Calder Coating; Jo; jo@calder.example\nNova; Eva; eva@nova.example");
  expect(
    await screen.findByText("Looks like Calder & Sons, which is in your network.", {}, { timeout: 3_000 }),
  ).toBeTruthy();
  expect(send().disabled).toBe(true);
  await userEvent.click(screen.getByRole("button", { name: "Invite anyway" }));
  expect(screen.getByText("It will be invited anyway.")).toBeTruthy();
  expect(send().disabled).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Leave out row 1" }));
  expect(send().textContent).toContain("Send 1 invitation");
  expect(document.activeElement).toBe(screen.getByLabelText("Company of row 1"));
});

test("more than 200 e-mails need their number, and more than 500 are refused", async () => {
  const calls = server();
  open();
  await add(Array.from({ length: 201 }, (_, n) => `Firm ${n}; P; p${n}@f${n}.example`).join("\n"));
  await waitFor(() => expect(send().disabled).toBe(false), { timeout: 5_000 });
  await userEvent.click(send());
  expect(screen.getByText("Type 201 to send the e-mails.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Type 201/), { target: { value: "201" } });
  await userEvent.click(send());
  await waitFor(() => expect(calls.at(-1)?.body).toMatchObject({ confirmedMails: 201 }));
});

test("an error of the server stays on the page with the rows", async () => {
  server(() => ({
    status: 409,
    body: { code: "conflict", errors: ["Another of your bulk changes is running."] },
  }));
  open();
  await add("Nova; Eva; eva@nova.example");
  await waitFor(() => expect(send().disabled).toBe(false), { timeout: 3_000 });
  await userEvent.click(send());
  expect(await screen.findByText("Another of your bulk changes is running.")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Company of row 1").value).toBe("Nova");
});

const contact = (id: number, organisationName: string) => ({
  id,
  organisationId: id + 100,
  organisationName,
  externalRef: `K-${id}`,
  level: "Approved",
  name: `Person ${id}`,
  email: `p${id}@firm${id}.example`,
});

/** A server with 130 suppliers that have not been invited, in pages of the requested size. */
function serverWithUninvited() {
  const contacts = Array.from({ length: 130 }, (_, n) => contact(n + 1, `Supplier ${n + 1}`));
  return answerCalls((call) => {
    const { pathname, searchParams } = call.url;
    if (pathname.endsWith("/check")) return check(call);
    if (!pathname.endsWith("/notInvited")) return { status: 202, body: { bulkJobId: 9 } };
    const pageSize = Number(searchParams.get("pageSize"));
    const from = Number(searchParams.get("cursor") ?? 0);
    const nextCursor = from + pageSize < contacts.length ? String(from + pageSize) : null;
    const pagination = { total: contacts.length, capped: false, page: 1, pageSize, nextCursor };
    return {
      body: contacts.slice(from, from + pageSize),
      headers: { "X-Pagination": JSON.stringify(pagination) },
    };
  });
}

test("suppliers not invited yet are picked, and sent by their contacts", async () => {
  const calls = serverWithUninvited();
  open(130);
  await userEvent.click(screen.getByRole("button", { name: "Pick suppliers not invited yet..." }));
  await userEvent.click(await screen.findByLabelText("Select Supplier 2", {}, { timeout: 3_000 }));
  await userEvent.click(screen.getByRole("button", { name: "Add 1 supplier" }));
  expect(await screen.findByText("p2@firm2.example")).toBeTruthy();
  expect(screen.queryByLabelText("E-mail address of row 1")).toBeNull();
  expect(screen.getByText("Suppliers of your network keep their level of relationship.")).toBeTruthy();
  expect(screen.queryByLabelText("These are test suppliers")).toBeNull();
  await waitFor(() => expect(send().disabled).toBe(false), { timeout: 3_000 });
  await userEvent.click(send());
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({
      rows: [
        {
          organisationName: "Supplier 2",
          contactName: "Person 2",
          contactEmail: "p2@firm2.example",
          userId: 2,
        },
      ],
    }),
  );
});

test("all suppliers not invited yet are added at once, each of them once", async () => {
  serverWithUninvited();
  open(130);
  for (const expected of ["130 suppliers to invite", "130 suppliers to invite"]) {
    await userEvent.click(screen.getByRole("button", { name: "Pick suppliers not invited yet..." }));
    await userEvent.click(await screen.findByRole("button", { name: "Select all" }, { timeout: 3_000 }));
    await userEvent.click(screen.getByRole("button", { name: "Add 130 suppliers" }));
    expect(await screen.findByText(expected)).toBeTruthy();
  }
});

test("a pasted address of a contact not invited yet shows the supplier that is invited", async () => {
  server();
  open();
  await add("Firm Two; Pat; p2@firm2.example");
  expect(await screen.findByText(/In your network, not invited yet:/, {}, { timeout: 3_000 })).toBeTruthy();
  expect(screen.getByText("Supplier 2")).toBeTruthy();
  expect(screen.getByText("Suppliers of your network keep their level of relationship.")).toBeTruthy();
  await waitFor(() => expect(send().disabled).toBe(false), { timeout: 3_000 });
});
