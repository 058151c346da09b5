import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import Roles from "./roles";
import type { Role } from "./types";

const auditor: Role = {
  id: 5,
  name: "Auditor",
  permissions: ["MANAGE_FORMS"],
  isFixed: false,
  isOwn: false,
  users: [],
};

async function refuseDeleting(status: number, now: Role[]) {
  answerCalls(({ method }) =>
    method === "DELETE" ? { status, body: { message: "Not possible." } } : { body: now },
  );
  renderOnPage(<Roles roles={[auditor]} />);
  await userEvent.click(screen.getByRole("button", { name: "Delete Auditor..." }));
  await userEvent.click(await screen.findByRole("button", { name: "Delete this role" }));
}

test.each([
  [409, "1 person", [{ ...auditor, users: [{ id: 7, name: "Rosa Meyer" }] }]],
  [404, null, []],
])("an error (%i) that makes the question obsolete closes it", async (status, people, now) => {
  await refuseDeleting(status, now);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  if (people) expect(screen.getByRole("heading", { name: people })).toBeTruthy();
  else expect(screen.queryByRole("heading", { name: "Auditor" })).toBeNull();
});

test("a server error keeps the question open for a retry", async () => {
  await refuseDeleting(500, [auditor]);
  const again = await screen.findByRole("button", { name: "Delete this role" });
  await waitFor(() => expect(again.getAttribute("aria-busy")).toBeNull());
  expect(screen.getByRole("dialog")).toBeTruthy();
});
