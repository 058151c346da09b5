import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import LinkCode from "./link-code";

const signedOut = { accessToken: null, expiresIn: null, user: null, organisation: null, path: "/guest/u1" };
const wrong = "This code is wrong or has expired.";

test("the code is sent first, and a wrong one shows the error at its field", async () => {
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  const answers = [
    { status: 204 },
    { status: 422, body: { errors: [wrong], fields: { code: [wrong] } } },
    { status: 204 },
  ];
  const calls = answerCalls(() => answers.shift() ?? { status: 500, body: {} });
  renderOnPage(<LinkCode uuid="u1" />, signedOut);
  await userEvent.click(screen.getByRole("button", { name: "Send the code" }));
  const code = await screen.findByLabelText<HTMLInputElement>("Code");
  expect(document.activeElement).toBe(code);
  await userEvent.keyboard("111 111{Enter}");
  expect((await screen.findAllByText(wrong)).length).toBeGreaterThan(0);
  await userEvent.clear(code);
  await userEvent.type(code, "123456{Enter}");
  await waitFor(() => expect(reload).toHaveBeenCalled());
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ["POST", { uuid: "u1" }],
    ["PUT", { uuid: "u1", code: "111 111" }],
    ["PUT", { uuid: "u1", code: "123456" }],
  ]);
});

test("a new code can be requested after one was sent", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  renderOnPage(<LinkCode uuid="u1" />, signedOut);
  await userEvent.click(screen.getByRole("button", { name: "Send the code" }));
  const code = await screen.findByLabelText<HTMLInputElement>("Code");
  await userEvent.type(code, "111111");
  await userEvent.click(screen.getByRole("button", { name: "Send a new code" }));
  await waitFor(() => expect(calls).toHaveLength(2));
  await waitFor(() => expect(code.value).toBe(""));
  expect(calls.map(({ method }) => method)).toEqual(["POST", "POST"]);
});

test("too many requests for a code are explained", async () => {
  const limit = "Too many attempts. Try again in an hour.";
  answerCalls(() => ({ status: 429, body: { errors: [limit], message: limit } }));
  renderOnPage(<LinkCode uuid="u1" />, signedOut);
  await userEvent.click(screen.getByRole("button", { name: "Send the code" }));
  expect((await screen.findByRole("alert")).textContent).toBe(limit);
  expect(screen.getByRole("button", { name: "Send the code" })).toBeTruthy();
});
