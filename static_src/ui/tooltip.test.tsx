import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Tooltip } from "./tooltip";

test("a tooltip appears on focus, and Escape hides it without closing the dialog around it", async () => {
  render(
    <Tooltip text="Tomas Okafor, Bergmann">
      <button type="button">TO</button>
    </Tooltip>,
  );
  await userEvent.tab();
  const button = screen.getByRole("button", { name: "TO" });
  const tip = screen.getByRole("tooltip");
  expect(tip.textContent).toBe("Tomas Okafor, Bergmann");
  expect(button.getAttribute("aria-describedby")).toBe(tip.id);
  const outside = vi.fn();
  document.addEventListener("keydown", outside);
  await userEvent.keyboard("{Escape}");
  document.removeEventListener("keydown", outside);
  expect(screen.queryByRole("tooltip")).toBeNull();
  expect(outside).not.toHaveBeenCalled();
  await userEvent.hover(button);
  expect(screen.getByRole("tooltip")).toBeTruthy();
});
