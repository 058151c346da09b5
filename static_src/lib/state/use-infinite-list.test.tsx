import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import type { ApiResponse } from "../../api/types";
import { pageWrapper } from "../../testing/page";
import { answerCalls, type Call } from "../../testing/server";
import { useInfiniteList } from "./use-infinite-list";

type RfxRow = ApiResponse<"RfxRow">;

const pagination = (nextCursor: string | null) => ({
  total: 5,
  capped: false,
  page: 1,
  pageSize: 2,
  nextCursor,
});
const first = { rows: [{ id: 1 }, { id: 2 }] as RfxRow[], pagination: pagination("c2") };

function answer({ url }: Call) {
  const cursor = url.searchParams.get("cursor");
  const [rows, next] =
    cursor === "c2"
      ? [[{ id: 3 }, { id: 4 }], "c4"]
      : cursor === "c4"
        ? [[{ id: 5 }], null]
        : [[{ id: 9 }], null];
  return { body: rows, headers: { "X-Pagination": JSON.stringify(pagination(next as string | null)) } };
}

const options = { queryKey: ["rfx"], path: "/api/rfx" as const, pageSize: 2, first, inAddress: true };

test("the list starts with the page's rows and grows by its cursor", async () => {
  const calls = answerCalls(answer);
  const { result } = renderHook(() => useInfiniteList(options), {
    wrapper: pageWrapper({ path: "/rfx" }),
  });
  expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2]);
  expect(result.current.total).toBe(5);
  expect(result.current.moreHref).toBe("/rfx?page=2");
  expect(calls).toHaveLength(0);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.rows).toHaveLength(4));
  expect(calls[0]?.url.search).toBe("?pageSize=2&cursor=c2");
  await waitFor(() => expect(location.search).toBe("?page=2"));
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.rows).toHaveLength(5));
  expect(result.current.hasMore).toBe(false);
});

test("a copied URL opens its number of pages", async () => {
  answerCalls(answer);
  const { result } = renderHook(() => useInfiniteList(options), {
    wrapper: pageWrapper({ search: "page=3" }),
  });
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]));
});

test("the previous rows stay until the rows of new filters arrive", async () => {
  answerCalls(answer);
  const { result, rerender } = renderHook(({ q }) => useInfiniteList({ ...options, params: { search: q } }), {
    wrapper: pageWrapper(),
    initialProps: { q: "" },
  });
  rerender({ q: "x" });
  expect(result.current.isStale).toBe(true);
  expect(result.current.rows).toHaveLength(2);
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual([9]));
});

test("failing to load the next page shows an error until it succeeds", async () => {
  let broken = true;
  answerCalls((call) => (broken ? { status: 500, body: {} } : answer(call)));
  const { result } = renderHook(() => useInfiniteList(options), { wrapper: pageWrapper() });
  expect(result.current.moreFailed).toBe(false);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.moreFailed).toBe(true));
  expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2]);
  broken = false;
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.rows).toHaveLength(4));
  expect(result.current.moreFailed).toBe(false);
});

test("each list keeps its place when the user comes back through another list", async () => {
  answerCalls(answer);
  const open = async (path: string) => {
    history.replaceState(null, "", `${path}?page=2`);
    const shown = renderHook(() => useInfiniteList(options), {
      wrapper: pageWrapper({ path, search: "page=2" }),
    });
    await waitFor(() => expect(shown.result.current.rows).toHaveLength(4));
    return shown;
  };
  for (const [path, y] of [
    ["/organisations", 700],
    ["/contacts", 300],
  ] as const) {
    const { unmount } = await open(path);
    window.scrollTo(0, y);
    window.dispatchEvent(new Event("pagehide"));
    unmount();
  }
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type: "back_forward" } as never]);
  window.scrollTo(0, 0);
  await open("/organisations");
  await waitFor(() => expect(window.scrollY).toBe(700));
  vi.restoreAllMocks();
});
