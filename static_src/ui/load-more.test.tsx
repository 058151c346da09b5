import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { LoadFailed, LoadMore } from "./load-more";

/** An observer that reports the end of the list as visible. */
function alwaysInSight() {
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(private readonly seen: (entries: { isIntersecting: boolean }[]) => void) {}
      observe() {
        this.seen([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
}

test("scrolling to the end loads more, and after a failure only a click does", async () => {
  alwaysInSight();
  const loadMore = vi.fn();
  const list = { hasMore: true, loadMore, moreHref: "/rfx?page=2" };
  const { rerender } = renderOnPage(<LoadMore {...list} isLoadingMore={false} />);
  fireEvent.scroll(window);
  expect(loadMore).toHaveBeenCalledTimes(1);

  rerender(<LoadMore {...list} isLoadingMore />);
  rerender(<LoadMore {...list} isLoadingMore={false} moreFailed />);
  expect(loadMore).toHaveBeenCalledTimes(1);
  expect(screen.getByRole("alert").textContent).toBe("The rest could not be loaded.");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(loadMore).toHaveBeenCalledTimes(2);

  rerender(<LoadMore {...list} isLoadingMore moreFailed />);
  expect(screen.queryByRole("alert")).toBeNull();
  await userEvent.tab();
  rerender(<LoadMore {...list} isLoadingMore={false} />);
  expect(loadMore).toHaveBeenCalledTimes(3);
});

test("the focus stays on the button while rows load and then moves to the first new row", async () => {
  const rows = (count: number) =>
    ["1", "2", "3", "4", "5", "6"].slice(0, count).map((row) => (
      <a key={row} href={`/row/${row}`}>
        Row {row}
      </a>
    ));
  const list = { hasMore: true, isLoadingMore: false, loadMore: vi.fn(), moreHref: "/rfx?page=2" };
  const { rerender } = renderOnPage(
    <div>
      {rows(2)}
      <LoadMore {...list} />
    </div>,
  );
  const show = (count: number, now: Partial<typeof list> & { moreFailed?: boolean }) =>
    rerender(
      <div>
        {rows(count)}
        <LoadMore {...list} {...now} />
      </div>,
    );
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  show(2, { isLoadingMore: true });
  expect(document.activeElement?.textContent).toBe("Loading...");
  show(2, { moreFailed: true });
  expect(document.activeElement?.textContent).toBe("Try again");
  await userEvent.keyboard("{Enter}");
  show(2, { isLoadingMore: true, moreFailed: true });
  show(4, {});
  expect(document.activeElement?.textContent).toBe("Row 3");
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  show(4, { isLoadingMore: true });
  show(6, { hasMore: false });
  expect(document.activeElement?.textContent).toBe("Row 5");
  expect(list.loadMore).toHaveBeenCalledTimes(3);
});

test("a focused button does not load more without a click", async () => {
  alwaysInSight();
  const list = { hasMore: true, loadMore: vi.fn(), moreHref: "/rfx?page=2" };
  const { rerender } = renderOnPage(<LoadMore {...list} isLoadingMore />);
  fireEvent.scroll(window);
  await userEvent.tab();
  rerender(<LoadMore {...list} isLoadingMore={false} />);
  expect(list.loadMore).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe("Load more");
});

test("a failed list is announced and can be retried", async () => {
  const refetch = vi.fn();
  renderOnPage(<LoadFailed refetch={refetch} />);
  expect(screen.getByRole("alert").textContent).toMatch(/^This list could not be loaded\./);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(refetch).toHaveBeenCalledOnce();
});
