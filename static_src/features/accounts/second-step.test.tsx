import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerSignIns } from "../../testing/sign-in";
import Login from "./login";

const signedOut = { accessToken: null, expiresIn: null, user: null, organisation: null, path: "/login" };
const wrong = "This code is wrong or was used already.";
const goneText = "That took too long, or was used already. Please start again.";

/** Sign in with the right password on a server that answers the second step with `answer`. */
async function signInWith(methods: string[], answer: { status?: number; body: unknown }[]) {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  const calls = answerSignIns(({ url }) =>
    url.pathname === "/api/session"
      ? { body: { next: "secondFactor", ticket: "T1", methods, passkeyOptions: null } }
      : (answer.shift() ?? { status: 500, body: {} }),
  );
  renderOnPage(<Login returnUrl="/rfx/15" reason={null} canUsePasskeys={false} />, signedOut);
  await userEvent.type(screen.getByLabelText("E-mail address"), "rosa@meridian.example");
  await userEvent.type(screen.getByLabelText("Password"), "Walnut-Harbour-27{Enter}");
  await screen.findByRole("heading", { name: "Confirm that it's you" });
  return { assign, calls };
}

const ok = { body: { accessToken: "t", expiresIn: 900, userId: 7 } };

test("a wrong code shows the error at its field, and the next one leads to the requested page", async () => {
  const refused = { status: 422, body: { errors: [wrong], fields: { code: [wrong] } } };
  const { assign, calls } = await signInWith(["code", "recoveryCode"], [refused, ok]);
  const code = screen.getByLabelText<HTMLInputElement>("Code");
  expect(document.activeElement).toBe(code);
  expect(assign).not.toHaveBeenCalled();
  await userEvent.type(code, "000000{Enter}");
  expect(await screen.findByText(wrong)).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Continue" })).toBeTruthy());
  await userEvent.clear(code);
  await userEvent.type(code, "123456{Enter}");
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/rfx/15"));
  expect(calls.slice(1).map(({ body }) => body)).toEqual([
    { ticket: "T1", code: "000000" },
    { ticket: "T1", code: "123456" },
  ]);
  expect(calls.some(({ headers }) => headers.has("Authorization"))).toBe(false);
});

test("an expired ticket leads back to the sign-in with the reason and the e-mail address", async () => {
  await signInWith(["code"], [{ status: 401, body: { code: "ticketGone", errors: [goneText] } }]);
  expect(screen.getByText(/Ask a colleague who manages users/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Code"), "123456{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(goneText);
  expect(screen.getByLabelText<HTMLInputElement>("E-mail address").value).toBe("rosa@meridian.example");
  expect(screen.getByRole("button", { name: "Login >" })).toBeTruthy();
});

test("a user with passkeys and recovery codes can use a recovery code", async () => {
  const { assign } = await signInWith(["passkey", "recoveryCode"], [ok]);
  await userEvent.type(screen.getByLabelText("Recovery code"), "ABCD-EFGH-JKLM");
  await userEvent.click(screen.getByRole("button", { name: "Continue" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/rfx/15"));
});
