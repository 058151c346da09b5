import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { permissions, permissionTexts } from "./permissions";
import { RoleModal } from "./role-modal";
import type { Role } from "./types";

const auditor: Role = {
  id: 5,
  name: "Auditor",
  permissions: ["MANAGE_FORMS", "SEND_MESSAGES"],
  isFixed: false,
  isOwn: false,
  users: [],
};

async function open(role: Role | null) {
  const onSaved = vi.fn();
  const onClose = vi.fn();
  renderOnPage(<RoleModal role={role} show onClose={onClose} onSaved={onSaved} />);
  await screen.findByRole("dialog");
  return { onSaved, onClose };
}

const box = (permission: (typeof permissions)[number]) =>
  screen.getByRole<HTMLInputElement>("checkbox", { name: permissionTexts[permission].label });

test("a new role is empty, offers the eleven permissions and needs a name", async () => {
  const calls = answerCalls(() => ({ status: 201, body: { ...auditor, name: "Buyer" } }));
  const { onSaved, onClose } = await open(null);
  const add = screen.getByRole<HTMLButtonElement>("button", { name: "Add Role" });
  expect(permissions.length).toBe(11);
  for (const permission of permissions) expect(box(permission).checked).toBe(false);
  expect(add.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText(/^Name/), "  Buyer ");
  await userEvent.click(box("SEND_RFX"));
  await userEvent.click(box("MANAGE_USERS"));
  await userEvent.click(add);
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ method, url, body }) => [method, url.pathname, body])).toEqual([
    ["POST", "/api/role", { name: "Buyer", permissions: ["MANAGE_USERS", "SEND_RFX"] }],
  ]);
  expect(onSaved).toHaveBeenCalledOnce();
});

test("saving a role keeps its other values", async () => {
  const calls = answerCalls(() => ({ body: auditor }));
  const { onClose } = await open(auditor);
  expect(box("MANAGE_FORMS").checked).toBe(true);
  await userEvent.click(box("MANAGE_FORMS"));
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls[0]?.url.pathname).toBe("/api/role/5");
  expect(calls[0]?.body).toEqual({
    name: "Auditor",
    permissions: ["SEND_MESSAGES"],
    basedOn: { name: "Auditor", permissions: ["MANAGE_FORMS", "SEND_MESSAGES"] },
  });
});

test("a conflicting name is shown and overwritten only after that", async () => {
  const says = "It says now: Inspector.";
  const calls = answerCalls(() => ({
    status: 409,
    body: { code: "stale", errors: [says], fields: { name: [says] }, now: { name: "Inspector" } },
  }));
  await open(auditor);
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Controller" } });
  const save = screen.getByRole("button", { name: "Save Changes" });
  await userEvent.click(save);
  expect(await screen.findByText(says)).toBeTruthy();
  await userEvent.click(save);
  await waitFor(() => expect(calls).toHaveLength(2));
  expect(calls.map(({ body }) => (body as { basedOn: Role }).basedOn.name)).toEqual(["Auditor", "Inspector"]);
});

test("users can rename their own role but not change its permissions", async () => {
  answerCalls(() => ({ body: auditor }));
  await open({ ...auditor, isOwn: true });
  for (const permission of permissions) expect(box(permission).disabled).toBe(true);
  expect(screen.getByText(/^This is your own role/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: "Inspector" } });
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save Changes" }).disabled).toBe(false);
});

test("a name in use is an error at the name", async () => {
  const sentence = "Your organisation has a role of this name already.";
  answerCalls(() => ({ status: 422, body: { errors: [sentence], fields: { name: [sentence] } } }));
  const { onClose } = await open(auditor);
  await userEvent.click(screen.getByRole("button", { name: "Save Changes" }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
  expect(onClose).not.toHaveBeenCalled();
});
