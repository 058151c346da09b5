import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { DateInput } from "./date-input";
import { Field } from "./field";

const changed = vi.fn();

function Page({ value = null }: { value?: string | null }) {
  return (
    <Field label="Event date">
      <DateInput value={value} onChange={changed} min="2000-01-01" />
    </Field>
  );
}

test("a day is typed as dd/mm/yyyy; an invalid text is null and stays in the input", async () => {
  renderOnPage(<Page />);
  const input = screen.getByRole("textbox", { name: "Event date" }) as HTMLInputElement;
  await userEvent.type(input, "31/02/2027");
  expect(changed).toHaveBeenLastCalledWith(null, "31/02/2027");
  expect(input.value).toBe("31/02/2027");
  await userEvent.clear(input);
  await userEvent.type(input, "28/02/2027");
  expect(changed).toHaveBeenLastCalledWith("2027-02-28", "28/02/2027");
});

test("a day that is pasted with blanks around it is accepted", async () => {
  renderOnPage(<Page />);
  await userEvent.click(screen.getByRole("textbox", { name: "Event date" }));
  await userEvent.paste("  28/02/2027 ");
  expect(changed).toHaveBeenLastCalledWith("2027-02-28", "  28/02/2027 ");
});

test("a new value of the parent is shown as dd/mm/yyyy", () => {
  const { rerender } = renderOnPage(<Page value="2026-11-03" />);
  const input = screen.getByRole("textbox", { name: "Event date" }) as HTMLInputElement;
  expect(input.value).toBe("03/11/2026");
  rerender(<Page value="2026-12-24" />);
  expect(input.value).toBe("24/12/2026");
});

test("picking a day in the calendar sets it, and Escape closes the calendar", async () => {
  renderOnPage(<Page value="2026-11-03" />);
  const button = screen.getByRole("button", { name: "Choose a date" });
  await userEvent.click(button);
  const day = await screen.findByRole("button", { name: /18 November 2026/ });
  await userEvent.click(day);
  expect(changed).toHaveBeenLastCalledWith("2026-11-18", "18/11/2026");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
  await userEvent.click(button);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});
