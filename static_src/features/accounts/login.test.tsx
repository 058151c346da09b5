import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { writeNote } from "../../lib/browser/sign-in-notes";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import { answerSignIns } from "../../testing/sign-in";
import Login from "./login";
import type { SignOutReason } from "./login-form";

const signedOut = { accessToken: null, expiresIn: null, user: null, organisation: null, path: "/login" };

afterEach(() => {
  vi.useRealTimers();
  sessionStorage.clear();
});

function open(returnUrl = "/home", reason: SignOutReason = null) {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<Login returnUrl={returnUrl} reason={reason} canUsePasskeys={false} />, signedOut);
  return assign;
}

const email = () => screen.getByLabelText("E-mail address");
const password = () => screen.getByLabelText("Password");

test("a successful sign-in leads to the requested page", async () => {
  const calls = answerSignIns(() => ({ body: { accessToken: "t", expiresIn: 900 } }));
  const assign = open("/contacts?page=2");
  await userEvent.type(email(), " rosa@meridian.example ");
  await userEvent.type(password(), "Walnut-Harbour-27{Enter}");
  expect(assign).toHaveBeenCalledWith("/contacts?page=2");
  expect(calls).toHaveLength(1);
  expect(calls[0]?.url.pathname).toBe("/api/session");
  expect(calls[0]?.body).toEqual({ email: "rosa@meridian.example", password: "Walnut-Harbour-27" });
  expect(calls[0]?.headers.has("Authorization")).toBe(false);
  expect(calls[0]?.headers.get("Client-Version")).toBe("1.0.412");
});

test.each([
  ["kept", "You were signed out. What you typed is kept on this device."],
  ["expired", "You were signed out. Sign in to continue."],
] as const)(
  "after a session that ended (%s) the page says so and fills in the e-mail address",
  (reason, text) => {
    writeNote("email", "rosa@meridian.example");
    open("/rfx/15", reason);
    expect(screen.getByRole("status").textContent).toBe(text);
    expect((email() as HTMLInputElement).value).toBe("rosa@meridian.example");
    expect(document.activeElement).toBe(password());
  },
);

test("without a reason the page says nothing, fills in nothing and starts at the e-mail address", () => {
  writeNote("email", "rosa@meridian.example");
  open();
  expect(screen.queryByText(/signed out/)).toBeNull();
  expect((email() as HTMLInputElement).value).toBe("");
  expect(document.activeElement).toBe(email());
});

test("a return URL of another site is ignored", async () => {
  answerSignIns(() => ({ body: { accessToken: "t", expiresIn: 900 } }));
  const assign = open("//elsewhere.example/");
  await userEvent.type(email(), "rosa@meridian.example");
  await userEvent.type(password(), "Walnut-Harbour-27{Enter}");
  expect(assign).toHaveBeenCalledWith("/home");
});

test("a wrong e-mail or password shows an error, keeps the values and enables the button again", async () => {
  answerSignIns(() => ({ status: 401, body: { code: "signInFailed", errors: ["no"] } }));
  const assign = open();
  await userEvent.type(email(), "rosa@meridian.example");
  await userEvent.type(password(), "wrong");
  await userEvent.click(screen.getByRole("button", { name: "Login >" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Username or password is incorrect.");
  expect(screen.getByRole("button", { name: "Login >" })).toBeTruthy();
  expect((email() as HTMLInputElement).value).toBe("rosa@meridian.example");
  expect((password() as HTMLInputElement).value).toBe("wrong");
  expect(assign).not.toHaveBeenCalled();
});

test("a suspended user sees the reason", async () => {
  const sentence = "This account is suspended. Ask the people who manage users at your organisation.";
  answerSignIns(() => ({ status: 401, body: { code: "suspended", errors: [sentence] } }));
  open();
  await userEvent.type(email(), "rosa@meridian.example");
  await userEvent.type(password(), "Walnut-Harbour-27{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe(sentence);
});

test("an attempt sends one request even if the button is pressed again, and the next attempt can succeed", async () => {
  let refuse = () => {};
  const refused = new Promise<{ status: number; body: object }>((resolve) => {
    refuse = () => resolve({ status: 401, body: { code: "signInFailed", errors: ["no"] } });
  });
  const calls = answerSignIns(() =>
    calls.length === 1 ? refused : { body: { accessToken: "t", expiresIn: 900 } },
  );
  const assign = open();
  await userEvent.type(email(), "rosa@meridian.example");
  await userEvent.type(password(), "wrong{Enter}");
  const busy = await screen.findByRole("button", { name: "Checking..." });
  expect(busy.getAttribute("aria-busy")).toBe("true");
  await userEvent.click(busy);
  await userEvent.type(password(), "{Enter}");
  expect(calls).toHaveLength(1);
  expect(screen.queryByText("Username or password is incorrect.")).toBeNull();
  refuse();
  expect(await screen.findByText("Username or password is incorrect.")).toBeTruthy();
  await userEvent.clear(password());
  await userEvent.type(password(), "Walnut-Harbour-27");
  await userEvent.click(screen.getByRole("button", { name: "Login >" }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/home"));
  expect(screen.queryByText("Username or password is incorrect.")).toBeNull();
});

test("no request is sent while a field is empty", async () => {
  const calls = answerSignIns(() => ({ status: 500 }));
  open();
  await userEvent.click(screen.getByRole("button", { name: "Login >" }));
  expect(screen.getByText("An e-mail address is required.")).toBeTruthy();
  expect(screen.getByText("A password is required.")).toBeTruthy();
  expect(calls).toHaveLength(0);
});

test("a reset link is requested 1 s after the click, and Done returns to sign-in", async () => {
  vi.useFakeTimers();
  const calls = answerSignIns(() => ({ status: 204 }));
  open();
  fireEvent.click(screen.getByRole("button", { name: "Forgot password..." }));
  const send = screen.getByRole("button", { name: "Send reset link" }) as HTMLButtonElement;
  expect(send.disabled).toBe(true);
  fireEvent.change(email(), { target: { value: "rosa@meridian.example" } });
  expect(send.disabled).toBe(false);
  fireEvent.click(send);
  await act(() => vi.advanceTimersByTimeAsync(999));
  expect(calls).toHaveLength(0);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(calls.map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/api/user/sendPasswordReset", { email: "rosa@meridian.example" }],
  ]);
  expect(calls[0]?.headers.get("Client-Version")).toBe("1.0.412");
  expect(screen.getByRole("heading", { name: "Check your email inbox." })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Done" }));
  expect(screen.getByRole("button", { name: "Login >" })).toBeTruthy();
  expect((email() as HTMLInputElement).value).toBe("rosa@meridian.example");
});

test("the company sign-in is offered for its domain, of which alone the request knows", async () => {
  const offer = { path: "/signin/company/northwind", organisationName: "Northwind" };
  const calls = answerCalls(({ url }) => ({
    body: { offer: url.searchParams.get("domain") === "northwind.example" ? offer : null },
  }));
  open("/contacts?page=2");
  await userEvent.type(email(), "Ada@Northwind.example");
  const link = await screen.findByRole("link", { name: "Continue with Northwind sign-in" });
  expect(link.getAttribute("href")).toBe("/signin/company/northwind?returnUrl=%2Fcontacts%3Fpage%3D2");
  expect(calls.every(({ url }) => !url.search.toLowerCase().includes("ada"))).toBe(true);
  await userEvent.clear(email());
  await userEvent.type(email(), "ada@elsewhere.example");
  expect(screen.queryByRole("link", { name: /^Continue with/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Login >" })).toBeTruthy();
});

test("a failed request for the company sign-in still lets the user sign in with a password", async () => {
  const calls = answerCalls(({ url }) =>
    url.pathname.endsWith("companySignIn") ? { status: 500 } : { body: { accessToken: "t", expiresIn: 900 } },
  );
  const assign = open();
  await userEvent.type(email(), "ada@northwind.example");
  await waitFor(() => expect(calls).toHaveLength(1));
  await userEvent.type(password(), "Walnut-Harbour-27{Enter}");
  await waitFor(() => expect(assign).toHaveBeenCalledWith("/home"));
});

test("a right password says that only the company sign-in is allowed", async () => {
  const message = "Your organisation uses only its company sign-in.";
  answerSignIns(() => ({ status: 401, body: { code: "onlyCompanySignIn", message } }));
  open();
  await userEvent.type(email(), "ada@northwind.example");
  await userEvent.type(password(), "Walnut-Harbour-27{Enter}");
  expect(await screen.findByText(message)).toBeTruthy();
});
