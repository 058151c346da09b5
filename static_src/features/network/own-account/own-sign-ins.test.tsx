import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { OwnSignIns } from "./own-sign-ins";

const row = { browser: "Chrome on Linux", lastSeen: "2026-11-19T09:00:00Z", address: null };
const here = { ...row, id: 1, isThis: true };
const there = { ...row, id: 2, isThis: false };

test("the focus stays in the list after a sign-in is ended", async () => {
  let rows = [here, there];
  answerCalls(({ method }) => {
    if (method === "DELETE") rows = [here];
    return method === "DELETE" ? { status: 204 } : { body: rows };
  });
  renderOnPage(<OwnSignIns />);
  await userEvent.click(await screen.findByRole("button", { name: /^Sign out of/ }));
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Sign out of/ })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole("list", { name: "Where you are signed in" }));
});

test("a list that failed to load shows an error with a retry", async () => {
  let broken = true;
  answerCalls(() => (broken ? { status: 500, body: { message: "It broke." } } : { body: [here] }));
  renderOnPage(<OwnSignIns />);
  expect((await screen.findByText(/^The list could not be loaded\./)).getAttribute("role")).toBe("alert");
  broken = false;
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Chrome on Linux")).toBeTruthy();
});
