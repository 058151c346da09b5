import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/errors";
import { endOfDay } from "../lib/text/days";
import { renderOnPage } from "../testing/page";
import { type DeadlineBasis, DeadlineModal } from "./deadline-modal";

test("an unchanged day keeps its time, a new day means its end", async () => {
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
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(deadline, { deadline }));
  for (const [typed, saved] of [
    ["13.1.2027", endOfDay("2027-01-13")],
    ["", null],
  ] as const) {
    await userEvent.clear(field);
    if (typed) await userEvent.type(field, typed);
    await save();
    await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(saved, { deadline }));
  }
  expect(onClose).toHaveBeenCalledTimes(3);
});

test("a concurrent change of the deadline is shown once, and the next save is based on it", async () => {
  const seen = endOfDay("2027-01-12");
  const theirs = endOfDay("2027-02-01");
  const sentence = "Someone else has changed the deadline.";
  const stale = new ApiError(409, {
    code: "stale",
    fields: { deadline: [sentence] },
    now: { deadline: theirs },
  });
  const onSave = vi.fn(async (_: string | null, basedOn: DeadlineBasis) => {
    if (basedOn.deadline !== theirs) throw stale;
  });
  const props = { show: true, of: "rfx.1", hint: "", onSave, onClose: () => {} };
  const { rerender } = renderOnPage(<DeadlineModal {...props} deadline={seen} />);
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Deadline" });
  await userEvent.clear(field);
  await userEvent.type(field, "13.1.2027");
  rerender(<DeadlineModal {...props} deadline={theirs} />);
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save changes" }));
  await save();
  await screen.findByText(sentence);
  const mine = endOfDay("2027-01-13");
  expect(onSave).toHaveBeenLastCalledWith(mine, { deadline: seen });
  await save();
  await waitFor(() => expect(onSave).toHaveBeenLastCalledWith(mine, { deadline: theirs }));
});
