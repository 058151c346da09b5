import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { type Column, DataTable } from "./data-table";
import { ResultCount } from "./load-more";

type Row = { id: number; name: string; city: string };

const rows: Row[] = [
  { id: 1, name: "Bergmann", city: "Stuttgart" },
  { id: 2, name: "Calder", city: "Leeds" },
  { id: 3, name: "Fjordkraft", city: "Bergen" },
];
const columns: Column<Row>[] = [
  { key: "name", title: "Organisation", sort: "name", primary: true, render: ({ name }) => name },
  { key: "city", title: "City", sort: "city", render: ({ city }) => city },
];
const basics = { label: "Organisations", columns, rows, rowKey: ({ id }: Row) => id, empty: <p>None</p> };

beforeEach(() => {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
});

test("a third press on a heading restores the initial order", async () => {
  const onSort = vi.fn();
  const { rerender } = renderOnPage(
    <DataTable {...basics} sort="-created" unsorted="-created" onSort={onSort} />,
  );
  for (const [sort, next] of [
    ["name", "-name"],
    ["-name", "-created"],
    ["-created", "name"],
  ]) {
    rerender(<DataTable {...basics} sort={sort} unsorted="-created" onSort={onSort} />);
    await userEvent.click(screen.getByRole("button", { name: "Organisation" }));
    expect(onSort).toHaveBeenLastCalledWith(next);
  }
});

test("headings sort and show the direction", async () => {
  const onSort = vi.fn();
  renderOnPage(<DataTable {...basics} sort="name" onSort={onSort} />);
  expect(screen.getByRole("columnheader", { name: "Organisation" }).getAttribute("aria-sort")).toBe(
    "ascending",
  );
  expect(screen.getByRole("columnheader", { name: "City" }).hasAttribute("aria-sort")).toBe(false);
  await userEvent.click(screen.getByRole("button", { name: "Organisation" }));
  await userEvent.click(screen.getByRole("button", { name: "City" }));
  expect(onSort.mock.calls).toEqual([["-name"], ["city"]]);
});

test("a row opens by keyboard through its link and by a click anywhere", async () => {
  const go = vi.spyOn(window.location, "assign").mockImplementation(() => {});
  renderOnPage(<DataTable {...basics} rowHref={({ id }) => `/organisations/${id}`} />);
  const links = screen.getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual(
    rows.map(({ id }) => `/organisations/${id}`),
  );
  links[0]?.focus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(document.activeElement).toBe(links[2]);
  await userEvent.keyboard("{Home}");
  expect(document.activeElement).toBe(links[0]);
  await userEvent.click(screen.getByText("Leeds"));
  expect(go).toHaveBeenCalledWith("/organisations/2");
});

test("one row is open at a time, and Escape closes it and keeps the focus on it", async () => {
  renderOnPage(
    <DataTable
      {...basics}
      rowName={({ name }) => name}
      expand={({ city }, close) => (
        <button type="button" onClick={close}>
          Card of {city}
        </button>
      )}
    />,
  );
  await userEvent.click(screen.getByText("Leeds"));
  expect(screen.getByText("Card of Leeds")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Show details of Fjordkraft" }));
  expect(screen.queryByText("Card of Leeds")).toBeNull();
  screen.getByText("Card of Bergen").focus();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText("Card of Bergen")).toBeNull();
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Show details of Fjordkraft");
});

test("an open row is open again after going back to the list", async () => {
  const table = <DataTable {...basics} expand={({ city }) => <p>Card of {city}</p>} />;
  const { unmount } = renderOnPage(table);
  await userEvent.click(screen.getByText("Leeds"));
  unmount();
  const { unmount: leave } = renderOnPage(table);
  expect(screen.getByText("Card of Leeds")).toBeTruthy();
  await userEvent.click(screen.getByText("Leeds"));
  leave();
  renderOnPage(table);
  expect(screen.queryByText("Card of Leeds")).toBeNull();
});

test("without rows the empty state is shown, and skeletons while loading", () => {
  const { rerender } = renderOnPage(<DataTable {...basics} rows={[]} />);
  expect(screen.getByText("None")).toBeTruthy();
  rerender(<DataTable {...basics} rows={[]} isLoading />);
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true");
  expect(screen.getByRole("table").querySelectorAll(".skeleton")).toHaveLength(10);
});

test("a failed list shows an error instead of the empty state", async () => {
  const refetch = vi.fn();
  const more = { hasMore: false, isLoadingMore: false, loadMore: vi.fn(), failed: true, refetch };
  renderOnPage(
    <>
      <ResultCount total={0} failed noun={["organisation", "organisations"]} />
      <DataTable {...basics} rows={[]} more={more} />
    </>,
  );
  expect(screen.queryByText("None")).toBeNull();
  expect(screen.getByRole("status").textContent).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledTimes(1);
});

test("a list with more rows ends in a link to the next page", async () => {
  const loadMore = vi.fn();
  renderOnPage(
    <DataTable
      {...basics}
      more={{ hasMore: true, isLoadingMore: false, loadMore, moreHref: "/organisations?page=2" }}
    />,
  );
  const link = screen.getByRole("link", { name: "Load more" });
  expect(link.getAttribute("href")).toBe("/organisations?page=2");
  await userEvent.click(link);
  expect(loadMore).toHaveBeenCalledTimes(1);
});

test("the result count has a singular, a plural and a capped form", () => {
  const noun = ["organisation", "organisations"] as const;
  renderOnPage(
    <>
      <ResultCount total={1} noun={noun} />
      <ResultCount total={1234} noun={noun} />
      <ResultCount total={10000} capped noun={noun} />
    </>,
  );
  expect(screen.getAllByRole("status").map((status) => within(status).getByText(/org/).textContent)).toEqual([
    "1 organisation",
    "1,234 organisations",
    "10,000+ organisations",
  ]);
});
