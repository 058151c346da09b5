import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { endOfDay } from "../lib/days";
import { renderOnPage } from "../testing/page";
import { DeadlineModal } from "./deadline-modal";

test("a day that is left as it was keeps its time, another one ends with itself", async () => {
  const deadline = new Date(2027, 0, 12, 13, 30).toISOString();
  const onSave = vi.fn(async () => {});
  const onClose = vi.fn();
  renderOnPage(
    <DeadlineModal show of="rfx.1" deadline={deadline} hint="" onSave={onSave} onClose={onClose} />,
  );
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Deadline" });
  expect(field.value).toBe("12/01/2027");
  const save = async () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await save();
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(deadline));
  for (const [typed, saved] of [
    ["13.1.2027", endOfDay("2027-01-13")],
    ["", null],
  ] as const) {
    await userEvent.clear(field);
    if (typed) await userEvent.type(field, typed);
    await save();
    await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(saved));
  }
  expect(onClose).toHaveBeenCalledTimes(3);
});
