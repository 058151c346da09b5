import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../../testing/page";
import { DataTable } from "../../ui/data-table";
import type { BulkSelection } from "./bulk";
import { BulkBar } from "./bulk-bar";
import { SelectionStatus } from "./list-selection";
import { useSelection } from "./use-selection";

const rows = [1, 2, 3, 4, 5].map((id) => ({ id, name: `Supplier ${id}` }));
const onRemind = vi.fn();
const onExport = vi.fn();
let selected: BulkSelection;

type Props = { total?: number; params?: object; byFilter?: boolean };

function List({ total = 312, params = {}, byFilter = true }: Props) {
  const selection = useSelection({ rows, total, params, byFilter });
  selected = selection.selected;
  return (
    <>
      <DataTable
        label="Suppliers"
        columns={[{ key: "name", title: "Supplier", primary: true, render: ({ name }) => name }]}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => `/organisations/${id}`}
        ticks={selection.ticks}
        empty={null}
      />
      <SelectionStatus selection={selection} />
      <BulkBar
        selection={selection}
        actions={[
          { label: "Remind", icon: "bell", onSelect: onRemind },
          { label: "Message...", icon: "message", onSelect: vi.fn() },
          { label: "Export", icon: "download", onSelect: onExport },
        ]}
      />
    </>
  );
}

const tick = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
const bar = () => screen.queryByRole("region", { name: "Selected rows" });
const ids = () => ("ids" in selected ? [...selected.ids].sort() : selected);

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }));
});

test("a tick selects its row and opens no page; the bar has the number and the actions", async () => {
  const go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<List />);
  expect(bar()).toBeNull();
  await userEvent.click(tick("Select Supplier 2"));
  await userEvent.click(tick("Select Supplier 4"));
  expect(go).not.toHaveBeenCalled();
  expect(ids()).toEqual([2, 4]);
  expect(screen.getByRole("status").textContent).toBe("2 selected.");
  await userEvent.click(screen.getByRole("button", { name: "Remind" }));
  expect(onRemind).toHaveBeenCalledOnce();
  expect(screen.getByRole("row", { name: /Supplier 2/ }).className).toContain("ticked");
});

test("Shift ticks and unticks a range, in both directions", async () => {
  const user = userEvent.setup();
  renderOnPage(<List />);
  await user.click(tick("Select Supplier 4"));
  await user.keyboard("{Shift>}");
  await user.click(tick("Select Supplier 2"));
  await user.keyboard("{/Shift}");
  expect(ids()).toEqual([2, 3, 4]);
  await user.keyboard("{Shift>}");
  await user.click(tick("Select Supplier 3"));
  await user.keyboard("{/Shift}");
  expect(ids()).toEqual([4]);
});

test("the heading ticks the loaded rows and is mixed for some of them", async () => {
  renderOnPage(<List />);
  const all = tick("Select the rows shown");
  await userEvent.click(all);
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  await userEvent.click(tick("Select Supplier 1"));
  expect(all.indeterminate).toBe(true);
  await userEvent.click(all);
  await userEvent.click(all);
  expect(ids()).toEqual([]);
});

test("everything that matches is selected by the filter; without one row it is the loaded rows", async () => {
  renderOnPage(<List params={{ search: "steel" }} />);
  await userEvent.click(tick("Select Supplier 1"));
  await userEvent.click(screen.getByRole("button", { name: "Select all 312 that match" }));
  expect(selected).toEqual({ filter: { search: "steel" } });
  expect(screen.getByRole("status").textContent).toBe("312 selected.");
  expect(tick("Select Supplier 5").checked).toBe(true);
  await userEvent.click(tick("Select Supplier 5"));
  expect(ids()).toEqual([1, 2, 3, 4]);
});

test("a list whose rows are all loaded is selected by ids, and 5,001 rows are too many", async () => {
  const { rerender } = renderOnPage(<List total={5} />);
  await userEvent.click(tick("Select Supplier 1"));
  await userEvent.click(screen.getByRole("button", { name: "Select all 5 that match" }));
  expect(ids()).toEqual([1, 2, 3, 4, 5]);
  await userEvent.click(tick("Select Supplier 1"));
  rerender(<List total={5_001} />);
  expect(screen.queryByRole("button", { name: /Select all/ })).toBeNull();
  expect(screen.getByText("At most 5,000 at once")).toBeTruthy();
});

test("another filter empties the selection", async () => {
  const { rerender } = renderOnPage(<List params={{ search: "a" }} />);
  await userEvent.click(tick("Select Supplier 1"));
  rerender(<List params={{ search: "b" }} />);
  expect(bar()).toBeNull();
  expect(ids()).toEqual([]);
});

test("Escape and the close button clear the selection and move the focus to the table", async () => {
  renderOnPage(<List />);
  for (const clear of [
    () => userEvent.click(screen.getByRole("button", { name: "Clear the selection" })),
    async () => {
      screen.getByRole("button", { name: "Remind" }).focus();
      await userEvent.keyboard("{Escape}");
    },
  ]) {
    await userEvent.click(tick("Select Supplier 1"));
    await clear();
    expect(bar()).toBeNull();
    expect(document.activeElement).toBe(tick("Select the rows shown"));
  }
});

test("on a phone the bar has two actions and a menu with the rest", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  renderOnPage(<List />);
  await userEvent.click(tick("Select Supplier 1"));
  const section = within(bar() as HTMLElement);
  expect(section.queryByRole("button", { name: "Export" })).toBeNull();
  await userEvent.click(section.getByRole("button", { name: "More actions" }));
  await userEvent.click(section.getByRole("menuitem", { name: "Export" }));
  expect(onExport).toHaveBeenCalledOnce();
});
