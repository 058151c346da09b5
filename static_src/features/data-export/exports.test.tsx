import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import { answerCalls } from "../../testing/server";
import DataExports from "./exports";

const done = {
  id: 4,
  status: "DONE" as const,
  progress: 100,
  size: 3_565_158,
  created: "2026-11-20T10:00:00Z",
  expires: "2026-11-27T10:00:00Z",
  userName: "Ann Owner",
  url: "/setup/data/4/file",
};
const running = {
  ...done,
  id: 5,
  status: "RUNNING" as const,
  progress: 40,
  size: null,
  expires: null,
  url: null,
};

test("a finished file can be downloaded, a file of a colleague cannot", () => {
  answerCalls(() => ({ body: [] }));
  renderOnPage(<DataExports exports={[done, { ...done, id: 3, userName: "Cora", url: null }]} />);
  expect(screen.getAllByRole("link", { name: "Download" }).map((link) => link.getAttribute("href"))).toEqual([
    "/setup/data/4/file",
  ]);
  expect(screen.getAllByText("3.4 MB")).toHaveLength(2);
});

test("while a file is being prepared its progress shows and no other can be requested", () => {
  answerCalls(() => ({ body: [running] }));
  renderOnPage(<DataExports exports={[running]} />);
  expect(screen.getByText("Preparing 40%")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Prepare a file" })).toHaveProperty("disabled", true);
});

test("a requested file appears at once, and a failed one says what to do", async () => {
  const calls = answerCalls(({ method }) => ({ body: method === "POST" ? [running] : [running] }));
  renderOnPage(
    <DataExports exports={[{ ...done, status: "FAILED", url: null, size: null, expires: null }]} />,
  );
  expect(screen.getByText("Please try again.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Prepare a file" }));
  await waitFor(() => expect(screen.getByText("Preparing 40%")).toBeTruthy());
  expect(calls.some(({ method }) => method === "POST")).toBe(true);
});
