import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { FilterPanel } from "./filter-panel";

test("the button on small screens shows the number of active filters and opens the panel", async () => {
  const clear = vi.fn();
  render(
    <FilterPanel active={2} onClear={clear}>
      <p>The filters</p>
    </FilterPanel>,
  );
  const toggle = screen.getByRole("button", { name: "Filters (2)" });
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
  await userEvent.click(toggle);
  expect(toggle.getAttribute("aria-expanded")).toBe("true");
  await userEvent.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(clear).toHaveBeenCalledTimes(1);
});
