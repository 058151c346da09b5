import { fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { toasts } from "../../../lib/toasts";
import { renderOnPage } from "../../../testing/page";
import { answerCalls } from "../../../testing/server";
import { PasswordModal } from "./password-modal";

beforeEach(() => toasts.clear());

const type = (label: RegExp, value: string) => {
  const input = screen.getByLabelText(label);
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
};
const save = () => screen.getByRole<HTMLButtonElement>("button", { name: "Save password" });

async function open() {
  const onClose = vi.fn();
  renderOnPage(<PasswordModal show onClose={onClose} />);
  await screen.findByRole("dialog");
  return onClose;
}

function fill(again = "Granite-Lantern-58") {
  type(/^Current password/, "Walnut");
  type(/^New password(?! again)/, "Granite-Lantern-58");
  type(/^Confirm password/, again);
}

test("the rule is visible from the start, and two different passwords cannot be saved", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  await open();
  expect(screen.getByText(/^8 to 128 characters/)).toBeTruthy();
  expect(save().disabled).toBe(true);
  fill("Granite-Lantern-59");
  expect(screen.getByText("Passwords must match!")).toBeTruthy();
  expect(save().disabled).toBe(true);
  expect(calls).toEqual([]);
});

test("the new password is sent with the current one and the dialog closes", async () => {
  const calls = answerCalls(() => ({ status: 204 }));
  const onClose = await open();
  fill();
  fireEvent.click(save());
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(calls.map(({ method, body }) => [method, body])).toEqual([
    ["PUT", { currentPassword: "Walnut", password: "Granite-Lantern-58" }],
  ]);
});

test("a wrong current password is an error at its field and the dialog stays open", async () => {
  const sentence = "This is not your current password.";
  answerCalls(() => ({ status: 422, body: { errors: [sentence], fields: { currentPassword: [sentence] } } }));
  const onClose = await open();
  fill();
  fireEvent.click(save());
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
