import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { LoadMore } from "./load-more";

/** The end of the list is in sight whenever it is asked about. */
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

test("the end of a list in sight loads more, and after a failure only when it is asked to", async () => {
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
  rerender(<LoadMore {...list} isLoadingMore={false} />);
  expect(loadMore).toHaveBeenCalledTimes(3);
});
