import { act, fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import PasswordReset from "./password-reset";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(isOpen = true) {
  const assign = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<PasswordReset uuid="abc" rule="8 to 128 characters." isOpen={isOpen} />, {
    accessToken: null,
    user: null,
  });
  return assign;
}

const save = () => screen.getByRole("button", { name: "Save password" }) as HTMLButtonElement;

function type(password: string, again: string) {
  fireEvent.change(screen.getByLabelText("New password"), { target: { value: password } });
  fireEvent.change(screen.getByLabelText("Confirm password"), { target: { value: again } });
}

const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

test("saving needs the same password in both fields", () => {
  open();
  expect(save().disabled).toBe(true);
  type("Walnut-Harbour", "");
  expect(save().disabled).toBe(true);
  expect(screen.queryByText("Passwords must match!")).toBeNull();
  type("Walnut-Harbour", "Walnut-Harbor");
  expect(save().disabled).toBe(true);
  expect(screen.getByText("Passwords must match!")).toBeTruthy();
  type("Walnut-Harbour", "Walnut-Harbour");
  expect(save().disabled).toBe(false);
  expect(screen.getByText("8 to 128 characters.")).toBeTruthy();
});

test("after saving, the user is welcomed and signed in 1000 ms later", async () => {
  const calls = answerCalls(({ url }: Call) =>
    url.pathname === "/api/session"
      ? { body: { accessToken: "t", expiresIn: 900 } }
      : { body: { name: "Rosa Meyer", email: "rosa@meridian.example" } },
  );
  const assign = open();
  type("Walnut-Harbour", "Walnut-Harbour");
  fireEvent.click(save());
  await settle();
  expect(screen.getByRole("heading", { name: "Welcome back Rosa Meyer!" })).toBeTruthy();
  expect(screen.getByText("Logging you in...")).toBeTruthy();
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "PUT /api/user/abc/resetPassword",
  ]);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(calls[1]?.body).toEqual({ email: "rosa@meridian.example", password: "Walnut-Harbour" });
  expect(assign).toHaveBeenCalledWith("/home");
});

test("a link that expired before saving shows an error", async () => {
  answerCalls(() => ({ status: 404, body: { errors: ["gone"] } }));
  open();
  type("Walnut-Harbour", "Walnut-Harbour");
  fireEvent.click(save());
  await settle();
  expect(screen.getByRole("heading", { name: "Invalid Link!" })).toBeTruthy();
  expect(
    screen.getByText("Sorry, that password-reset link is no longer valid (maybe you already used it?)"),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Login..." }).getAttribute("href")).toBe("/login");
});

test("an invalid link shows an error when it is opened", () => {
  open(false);
  expect(screen.getByRole("heading", { name: "Invalid Link!" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to Login..." }).getAttribute("href")).toBe("/login");
  expect(screen.queryByLabelText("New password")).toBeNull();
});

test("an invalid password keeps the form open with an error at the field", async () => {
  const calls = answerCalls(() => ({
    status: 422,
    body: { fields: { password: ["This password is too common. Please choose another one."] } },
  }));
  open();
  type("short", "short");
  fireEvent.click(save());
  expect(screen.getByText("The password must have at least 8 characters.")).toBeTruthy();
  expect(calls).toHaveLength(0);
  type("password1234", "password1234");
  fireEvent.click(save());
  await settle();
  expect(screen.getByText("This password is too common. Please choose another one.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText("New password"));
  expect(save().disabled).toBe(false);
});
