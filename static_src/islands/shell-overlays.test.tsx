import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { request } from "../api/client";
import { renderOnPage } from "../testing/page";
import { answerCalls } from "../testing/server";
import ShellOverlays from "./shell-overlays";

const stepUp = { status: 403, body: { code: "stepUp", message: "Please confirm that it's you." } };
const role = { name: "Auditor", permissions: [] };
const wrong = "This is not your current password.";

/** Answer like a server that wants a confirmation with `password` before it saves roles. */
function demandConfirmation(password: string) {
  let isConfirmed = false;
  return answerCalls(({ method, url, body }) => {
    if (url.pathname === "/api/session/stepUp") {
      if (method === "GET") return { body: { methods: ["password"] } };
      isConfirmed = (body as { currentPassword?: string }).currentPassword === password;
      return isConfirmed
        ? { status: 204 }
        : { status: 422, body: { errors: [wrong], fields: { currentPassword: [wrong] } } };
    }
    return isConfirmed ? { status: 201, body: { id: 5 } } : stepUp;
  });
}

const confirm = async (password: string) => {
  fireEvent.change(await screen.findByLabelText(/^Your password/), { target: { value: password } });
  fireEvent.click(screen.getByRole("button", { name: "Confirm" }));
};

test("concurrent requests wait for one confirmation, and are then repeated", async () => {
  const calls = demandConfirmation("Walnut");
  renderOnPage(<ShellOverlays />);
  const saved = Promise.all([
    request("POST", "/api/role", { body: role, idempotencyKey: "k" }),
    request("DELETE", "/api/role/{role_id}", { path: { role_id: 3 } }),
  ]);
  await confirm("Hazel");
  expect(await screen.findByText(wrong)).toBeTruthy();
  await act(async () => {
    await confirm("Walnut");
    expect(await saved).toEqual([{ id: 5 }, { id: 5 }]);
  });
  expect(screen.queryByRole("dialog")).toBeNull();
  const roles = calls.filter(({ url, method }) => url.pathname === "/api/role" && method === "POST");
  expect(roles.map(({ body, headers }) => [body, headers.get("Idempotency-Key")])).toEqual([
    [role, "k"],
    [role, "k"],
  ]);
});

test("cancelling the confirmation fails the request, and the next one asks again", async () => {
  demandConfirmation("Walnut");
  renderOnPage(<ShellOverlays />);
  for (let time = 0; time < 2; time++) {
    const saved = request("POST", "/api/role", { body: role, toast: false });
    const failed = expect(saved).rejects.toMatchObject({ status: 403, code: "stepUp" });
    fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
    await failed;
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
});

test("on a page without the dialog the request fails", async () => {
  demandConfirmation("Walnut");
  renderOnPage(<p>Nothing</p>);
  await expect(request("POST", "/api/role", { body: role, toast: false })).rejects.toMatchObject({
    code: "stepUp",
  });
});
