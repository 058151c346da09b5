import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import ConfirmEmail from "./confirm-email";

test("the button confirms the address, opening the page does not", async () => {
  const calls = answerCalls(() => ({ body: { name: "Imran", email: "imran@new.example" } }));
  renderOnPage(<ConfirmEmail uuid="abc" email="imran@new.example" />);
  expect(calls).toHaveLength(0);
  await userEvent.click(screen.getByRole("button", { name: "Confirm this address" }));
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    "PUT /api/user/confirmEmail/abc",
  ]);
  expect(screen.getByRole("heading", { name: "Your e-mail address is confirmed." })).toBeTruthy();
});

test("an expired link shows an error", () => {
  renderOnPage(<ConfirmEmail uuid="abc" email={null} />);
  expect(screen.getByRole("heading", { name: "Invalid Link!" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go to Login..." })).toBeTruthy();
});
