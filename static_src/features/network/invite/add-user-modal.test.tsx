import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emit, listen } from "../../../lib/events";
import { toasts, useToasts } from "../../../lib/toasts";
import { renderOnPage } from "../../../testing/page";
import { answerCalls, type Call } from "../../../testing/server";
import AddUserModal from "./add-user-modal";

beforeEach(() => {
  vi.useFakeTimers();
  toasts.clear();
});
afterEach(() => vi.useRealTimers());

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: RegExp, value: string) => fireEvent.change(field(label), { target: { value } });
const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send Invitation" });

type Server = { roles?: string[]; available?: boolean; added?: (call: Call) => object };

function server({ roles = ["Super User", "Viewer"], available = true, added }: Server = {}) {
  return answerCalls((call) => {
    if (call.url.pathname === "/api/user/emailAvailable") return { body: { available } };
    if (call.url.pathname.startsWith("/api/organisation/")) return { body: { roles } };
    return added?.(call) ?? { status: 201, body: { id: 40, name: "Nell Archer" } };
  });
}

function Toasts() {
  return useToasts().map(({ id, text }) => <p key={id}>{text}</p>);
}

async function open(detail = {}) {
  const onClose = vi.fn();
  renderOnPage(
    <>
      <AddUserModal detail={detail} show onClose={onClose} />
      <Toasts />
    </>,
  );
  await vi.waitFor(() => screen.getByRole("dialog"));
  await wait(1);
  return onClose;
}

async function fill() {
  type(/^User name/, "Nell Archer");
  type(/^E-mail address/, "nell@meridian.example");
  await wait(600);
}

const posts = (calls: Call[]) => calls.filter(({ method }) => method === "POST");

test("a colleague is a Super User by default, and the page is notified", async () => {
  const calls = server();
  const listener = vi.fn();
  const stop = listen("USERS_CHANGED", listener);
  const onClose = await open();
  expect(field(/^Role/).value).toBe("Super User");
  expect(screen.queryByText(/CAUTION!/)).toBeNull();
  expect(send().disabled).toBe(true);
  await fill();
  fireEvent.click(send());
  await wait(1);
  stop();
  expect(posts(calls).map(({ body }) => body)).toEqual([
    { name: "Nell Archer", email: "nell@meridian.example", role: "Super User" },
  ]);
  expect(listener).toHaveBeenCalledWith({ organisationId: 1 });
  expect(screen.getByText("User Nell Archer added ok.")).toBeTruthy();
  expect(onClose).toHaveBeenCalledOnce();
});

test("nothing is sent while a field is missing, invalid, in use or being checked", async () => {
  const calls = server({ available: false });
  await open();
  type(/^User name/, "Nell Archer");
  for (const wrong of ["", "abc", "nell@"]) {
    type(/^E-mail address/, wrong);
    expect(send().disabled).toBe(true);
  }
  type(/^E-mail address/, "nell@meridian.example");
  await wait(499);
  expect(calls.filter(({ url }) => url.pathname.endsWith("emailAvailable"))).toEqual([]);
  expect(send().disabled).toBe(true);
  await wait(2);
  expect(screen.getByText("Email address already in use.")).toBeTruthy();
  expect(send().disabled).toBe(true);
  expect(posts(calls)).toEqual([]);
});

test("a supplier's dialog shows a caution and needs a role if Super User is not offered", async () => {
  const calls = server({ roles: ["Manager", "Viewer"] });
  await open({ organisationId: 8, organisationName: "Bergmann" });
  expect(screen.getByRole("dialog", { name: "Add User to Bergmann" })).toBeTruthy();
  expect(screen.getByText("CAUTION! You are about to create a new User for this organisation.")).toBeTruthy();
  await fill();
  expect(send().disabled).toBe(true);
  type(/^Role/, "Viewer");
  fireEvent.click(send());
  await wait(1);
  expect(posts(calls)[0]?.body).toMatchObject({ organisationId: 8, role: "Viewer" });
});

test("server errors are shown at their fields and the values stay", async () => {
  server({
    added: () => ({ status: 422, body: { errors: ["No."], fields: { name: ["This name is too long."] } } }),
  });
  const onClose = await open();
  await fill();
  fireEvent.click(send());
  await wait(1);
  expect(screen.getByText("This name is too long.")).toBeTruthy();
  expect(field(/^User name/).value).toBe("Nell Archer");
  expect(onClose).not.toHaveBeenCalled();
});

test("after a lost connection the same invitation is sent under the same key", async () => {
  let tries = 0;
  const calls = server({
    added: () => {
      tries += 1;
      if (tries === 1) throw new TypeError("Failed to fetch");
      return { status: 201, body: { id: 40, name: "Nell Archer" } };
    },
  });
  await open();
  await fill();
  fireEvent.click(send());
  await wait(1);
  expect(screen.getByText("There is no connection to the server. Please try again.")).toBeTruthy();
  fireEvent.click(send());
  await wait(1);
  const keys = posts(calls).map(({ headers }) => headers.get("Idempotency-Key"));
  expect(keys.length).toBe(2);
  expect(keys[0]).toBe(keys[1]);
});

test("values from before an expired sign-in are restored once", async () => {
  server();
  await open();
  await fill();
  fireEvent.change(field(/^Role/), { target: { value: "Viewer" } });
  emit("BEFORE_LEAVE", { to: "/login" });
  cleanup();
  await open({ organisationId: 9, organisationName: "Bergmann" });
  expect(field(/^User name/).value).toBe("");
  cleanup();
  await open();
  expect(screen.getByText("Your draft was restored.")).toBeTruthy();
  expect([/^User name/, /^E-mail/, /^Role/].map((label) => field(label).value)).toEqual([
    "Nell Archer",
    "nell@meridian.example",
    "Viewer",
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Discard draft" }));
  expect([field(/^User name/).value, field(/^Role/).value]).toEqual(["", "Super User"]);
  expect(screen.queryByText(/had written/)).toBeNull();
  cleanup();
  await open();
  expect(field(/^User name/).value).toBe("");
});
