import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import Keys from "./keys";
import type { Key, KeyArea } from "./scopes";

const areas: KeyArea[] = [
  { label: "Suppliers", hint: "Contacts", read: "suppliers:read", write: "suppliers:write" },
  { label: "Events", hint: "Log", read: "events:read", write: null },
];
const roles = [{ id: 3, name: "Manager" }];
const key: Key = {
  id: 7,
  name: "ERP key",
  prefix: "asy_Ab12Cd",
  role: { id: 3, name: "Manager" },
  scopes: ["suppliers:read"],
  addresses: [],
  state: "ACTIVE",
  created: "2026-11-01T10:00:00Z",
  createdBy: "Ann Owner",
  expires: "2027-11-01T10:00:00Z",
  lastUsed: null,
  previousUntil: null,
  mayChange: true,
};
const secret = "asy_the-whole-secret";

const show = (keys: Key[]) => renderOnPage(<Keys keys={keys} roles={roles} areas={areas} />);
const openAction = async (name: string) => {
  await userEvent.click(screen.getByRole("button", { name: "Actions for ERP key" }));
  await userEvent.click(screen.getByText(name));
};

test("a new key is sent with its scopes, and its secret is shown until the user has stored it", async () => {
  const calls = answerCalls(() => ({ status: 201, body: { key, secret } }));
  show([]);
  expect(screen.getByText("No API keys yet.")).toBeTruthy();
  await userEvent.click(screen.getAllByRole("button", { name: "New key..." })[0] as HTMLElement);
  await userEvent.type(await screen.findByLabelText(/^Name/), "ERP key");
  await userEvent.selectOptions(screen.getByLabelText(/^Role/), "Manager");
  await userEvent.click(screen.getByLabelText("Write: Suppliers"));
  expect(screen.getByLabelText("Read: Suppliers")).toHaveProperty("checked", true);
  expect(screen.queryByLabelText("Write: Events")).toBeNull();
  await userEvent.type(screen.getByLabelText(/^Addresses/), "203.0.113.7{Enter}2001:db8::/32");
  await userEvent.click(screen.getByRole("button", { name: "Create Key" }));
  expect(await screen.findByDisplayValue(secret)).toBeTruthy();
  expect(calls[0]?.body).toEqual({
    name: "ERP key",
    roleId: 3,
    scopes: ["suppliers:read", "suppliers:write"],
    addresses: ["203.0.113.7", "2001:db8::/32"],
    expires: null,
  });
  await userEvent.keyboard("{Escape}");
  expect(screen.getByDisplayValue(secret)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "I have stored it" }));
  await waitFor(() => expect(screen.queryByDisplayValue(secret)).toBeNull());
  expect(screen.getByText("ERP key")).toBeTruthy();
});

test('"Copy" writes the new secret to the clipboard', async () => {
  answerCalls(() => ({ body: { key, secret } }));
  const user = userEvent.setup();
  const copy = vi.spyOn(navigator.clipboard, "writeText");
  show([key]);
  await user.click(screen.getByRole("button", { name: "Actions for ERP key" }));
  await user.click(screen.getByText("New secret..."));
  await user.click(await screen.findByRole("button", { name: "Create a new secret" }));
  await user.click(await screen.findByRole("button", { name: "Copy: API key" }));
  expect(copy).toHaveBeenCalledWith(secret);
  expect(screen.getByText(/works for 24 more hours/)).toBeTruthy();
});

test("a change sends the values that the form was loaded with, and keeps the time of the end", async () => {
  const calls = answerCalls(() => ({ body: { ...key, name: "SAP" } }));
  show([key]);
  await openAction("Edit...");
  const name = await screen.findByLabelText(/^Name/);
  await userEvent.clear(name);
  await userEvent.type(name, "SAP");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByText("SAP");
  const body = calls[0]?.body as { expires: string; basedOn: unknown };
  expect(body.expires).toBe(key.expires);
  expect(body.basedOn).toEqual({
    name: "ERP key",
    roleId: 3,
    scopes: ["suppliers:read"],
    addresses: [],
    expires: key.expires,
  });
});

test("an error of the server is shown at its field", async () => {
  answerCalls(() => ({
    status: 422,
    body: {
      code: "invalid",
      status: 422,
      message: "x is no IP address",
      errors: ["x is no IP address"],
      fields: { addresses: ["x is no IP address"] },
    },
  }));
  show([key]);
  await openAction("Edit...");
  await userEvent.type(await screen.findByLabelText(/^Addresses/), "x");
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  const field = await screen.findByText("x is no IP address");
  expect(within(screen.getByRole("dialog")).getByText("x is no IP address")).toBe(field);
});

test("a revoked key stays in the list without actions", async () => {
  const calls = answerCalls(() => ({ body: { ...key, state: "REVOKED", role: null } }));
  show([key]);
  await openAction("Revoke...");
  await userEvent.click(await screen.findByRole("button", { name: "Revoke this key" }));
  expect(await screen.findByText("Revoked")).toBeTruthy();
  expect(calls[0]?.method).toBe("DELETE");
  expect(screen.queryByRole("button", { name: "Actions for ERP key" })).toBeNull();
});

test("states, the last use and an overlap of secrets are shown; a key that exceeds the role can only be revoked", async () => {
  show([
    { ...key, state: "EXPIRING", previousUntil: "2026-11-28T10:00:00Z", mayChange: false },
    { ...key, id: 8, name: "Old", state: "EXPIRED", lastUsed: "2026-11-20T10:00:00Z" },
  ]);
  expect(screen.getByText("Expires soon")).toBeTruthy();
  expect(screen.getByText(/Old secret until/)).toBeTruthy();
  expect(screen.getByText("Expired")).toBeTruthy();
  expect(screen.getByText("Never")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Actions for ERP key" }));
  expect(screen.queryByText("Edit...")).toBeNull();
  expect(screen.getByText("Revoke...")).toBeTruthy();
});
