import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { toasts } from "../../../lib/toasts";
import { codes } from "../../../testing/ncr";
import { shownToasts } from "../../../testing/organisation-page";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import DefectCodes from "./defect-codes";

beforeEach(() => toasts.clear());

test("own and archived codes are apart, and codes of customers are not listed", () => {
  renderOnPage(<DefectCodes codes={codes} />);
  const table = (name: string) => within(screen.getByRole("table", { name }));
  expect(table("Your codes").getByRole("button", { name: "Archive Burr" })).toBeTruthy();
  expect(table("Your codes").getByRole("button", { name: "Delete Scratch" })).toBeTruthy();
  expect(table("Archived codes").getByRole("button", { name: "Restore Old defect" })).toBeTruthy();
  expect(screen.queryByText("Customer's defect")).toBeNull();
});

test("without codes the usual ones are offered and added", async () => {
  const calls = answerCalls(() => ({ body: codes }));
  renderOnPage(<DefectCodes codes={[]} />);
  expect(screen.getByText("You have no defect codes.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Add the usual ones" }));
  expect(await screen.findByText("Scratch")).toBeTruthy();
  expect(calls[0]?.url.pathname).toBe("/api/defectCode/usual");
  expect(shownToasts()).toEqual(["The usual codes are added."]);
});

test("a code is added, and a code that is taken is shown at its field", async () => {
  const says = "There is already a defect with this code.";
  const calls = answerCalls(({ method }) =>
    method === "POST" && calls.length < 2
      ? { status: 422, body: { errors: [says], fields: { code: [says] } } }
      : method === "POST"
        ? { status: 201, body: codes[1] }
        : { body: codes },
  );
  renderOnPage(<DefectCodes codes={codes.slice(0, 1)} />);
  await userEvent.click(screen.getByRole("button", { name: "New defect code..." }));
  const dialog = within(await screen.findByRole("dialog", { name: "New defect code" }));
  await userEvent.type(dialog.getByLabelText(/^Code/), "BUR");
  await userEvent.type(dialog.getByLabelText(/^Name/), "Scratch");
  await userEvent.click(dialog.getByRole("button", { name: "Add code" }));
  expect(await dialog.findByText(says)).toBeTruthy();
  await userEvent.type(dialog.getByLabelText(/^Code/), "2");
  await userEvent.click(dialog.getByRole("button", { name: "Add code" }));
  expect(await screen.findByRole("button", { name: "Delete Scratch" })).toBeTruthy();
  expect(calls.filter(({ method }) => method === "POST").at(-1)?.body).toEqual({
    code: "BUR2",
    name: "Scratch",
  });
});

test("a code in use is archived, and an archived one is restored", async () => {
  const calls = answerCalls(({ method }) =>
    method === "GET" ? { body: codes } : method === "DELETE" ? { status: 204 } : { body: codes[0] },
  );
  renderOnPage(<DefectCodes codes={codes} />);
  await userEvent.click(screen.getByRole("button", { name: "Archive Burr" }));
  await waitFor(() => expect(shownToasts()).toEqual(["Burr archived."]));
  await userEvent.click(screen.getByRole("button", { name: "Restore Old defect" }));
  await waitFor(() => expect(shownToasts()).toContain("Old defect restored."));
  expect(calls.map(({ method, url }) => `${method} ${url.pathname}`)).toContain(
    "POST /api/defectCode/33/restore",
  );
});
