import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import Unsubscribe from "./unsubscribe";

test("the button ends the mails, and the next button starts them again", async () => {
  const calls = answerCalls(({ body }) => ({ body }));
  renderOnPage(<Unsubscribe token="abc" wanted />);
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Stop these e-mails" }));
  expect(await screen.findByText("These e-mails are stopped.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Get them again" }));
  expect(await screen.findByRole("button", { name: "Stop these e-mails" })).toBeTruthy();
  expect(calls.map(({ url, body }) => [url.pathname, body])).toEqual([
    ["/api/user/unsubscribe/abc", { wanted: false }],
    ["/api/user/unsubscribe/abc", { wanted: true }],
  ]);
});

test("a failure shows an error and changes nothing", async () => {
  answerCalls(() => ({ status: 500, body: { message: "Something went wrong on our side." } }));
  renderOnPage(<Unsubscribe token="abc" wanted />);
  await userEvent.click(screen.getByRole("button", { name: "Stop these e-mails" }));
  expect(await screen.findByText("Something went wrong on our side.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Stop these e-mails" })).toBeTruthy();
});

test("an unknown link offers only the login", () => {
  renderOnPage(<Unsubscribe token="abc" wanted={null} />);
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Invalid Link!");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.getByRole("link", { name: "Go to Login..." }).getAttribute("href")).toBe("/login");
});
