import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
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

const root = document.documentElement.dataset;

afterEach(() => {
  delete root.filters;
});

test("a panel next to its list can be folded, and stays folded on the next pages", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  render(
    <FilterPanel>
      <p>The filters</p>
    </FilterPanel>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Hide filters" }));
  expect(root.filters).toBe("folded");
  expect(document.cookie).toContain("assay_filters=folded");
  const toggle = screen.getByRole("button", { name: "Filters" });
  expect(document.activeElement).toBe(toggle);
  await userEvent.click(toggle);
  expect(root.filters).toBeUndefined();
  expect(document.cookie).not.toContain("assay_filters");
  expect(toggle.getAttribute("aria-expanded")).toBe("false");
});

test("filters in a bar cannot be folded", () => {
  render(<FilterPanel layout="bar">The filters</FilterPanel>);
  expect(screen.queryByRole("button", { name: "Hide filters" })).toBeNull();
});
