import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { type FactorDetails, FactorList } from "./factor-list";

const nothing: FactorDetails = {
  app: null,
  passkeys: [],
  recoveryCodes: 0,
  canAddApp: true,
  canAddPasskey: true,
};
const app = { created: "2026-11-19T09:00:00Z", lastUsed: null };
const passkey = { id: 4, name: "Work laptop", backedUp: true, created: app.created, lastUsed: app.created };
const codes = Array.from({ length: 10 }, (_, number) => `CODE-${number}`);

function open(factors: Partial<FactorDetails>) {
  const onChanged = vi.fn();
  renderOnPage(<FactorList factors={{ ...nothing, ...factors }} onChanged={onChanged} />);
  return onChanged;
}

test("an app is added with its first code, and its recovery codes stay until they are kept", async () => {
  const calls = answerCalls(({ url, method }) => {
    if (url.pathname === "/api/user/totp/confirm") return { body: { recoveryCodes: codes } };
    return method === "POST"
      ? {
          status: 201,
          body: { secret: "ABCDEFGH", uri: "otpauth:", qrCode: { size: 2, path: "M0 0h1v1h-1z" } },
        }
      : { status: 500, body: {} };
  });
  const onChanged = open({});
  await userEvent.click(screen.getByRole("button", { name: "Add an authenticator app" }));
  expect(await screen.findByText("ABCD EFGH")).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code for the app" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Code"), "123456{Enter}");
  await screen.findByText("CODE-9");
  expect(calls.at(-1)?.body).toEqual({ code: "123456" });
  await userEvent.keyboard("{Escape}");
  expect(screen.getByText("CODE-9")).toBeTruthy();
  expect(onChanged).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole("button", { name: "I have kept them" }));
  expect(onChanged).toHaveBeenCalledOnce();
  await waitFor(() => expect(screen.queryByText("CODE-9")).toBeNull());
});

test("removing the last factor says what follows", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  const onChanged = open({ passkeys: [passkey], recoveryCodes: 1 });
  expect(screen.getByText("1 code left")).toBeTruthy();
  expect(screen.getByText("Synchronised")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove Work laptop" }));
  expect(await screen.findByText(/Your password alone is enough then/)).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual(["DELETE /api/user/passkey/4"]);
});

test("one of several factors is removed without that warning, and a failure keeps the question open", async () => {
  answerCalls(() => ({ status: 409, body: { message: "Your organisation requires a second factor." } }));
  const onChanged = open({ passkeys: [passkey], app });
  await userEvent.click(screen.getByRole("button", { name: "Remove Authenticator app" }));
  const remove = await screen.findByRole("button", { name: "Remove" });
  expect(screen.queryByText(/password alone/)).toBeNull();
  await userEvent.click(remove);
  await waitFor(() => expect(remove.getAttribute("aria-busy")).toBeNull());
  expect(screen.getByRole("dialog")).toBeTruthy();
  expect(onChanged).not.toHaveBeenCalled();
});

test("only what the site and the limit allow can be added", () => {
  open({ canAddApp: false, passkeys: Array.from({ length: 10 }, (_, id) => ({ ...passkey, id: id + 1 })) });
  expect(screen.queryByRole("button", { name: /^Add/ })).toBeNull();
});
