import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { pageWrapper } from "../testing/page";
import { answerCalls, type Call } from "../testing/server";
import { useInfiniteList } from "./use-infinite-list";

type Row = { id: number };

const pagination = (nextCursor: string | null) => ({
  total: 5,
  capped: false,
  page: 1,
  pageSize: 2,
  nextCursor,
});
const first = { rows: [{ id: 1 }, { id: 2 }], pagination: pagination("c2") };

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

const options = { queryKey: ["rfx"], path: "/api/rfx", pageSize: 2, first, inAddress: true };

test("the list begins with what came with the page and grows by its cursor", async () => {
  const calls = answerCalls(answer);
  const { result } = renderHook(() => useInfiniteList<Row>(options), {
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

test("a copied address opens as many pages as it says", async () => {
  answerCalls(answer);
  const { result } = renderHook(() => useInfiniteList<Row>(options), {
    wrapper: pageWrapper({ search: "page=3" }),
  });
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]));
});

test("other filters are fetched, and the rows before stay until they are there", async () => {
  answerCalls(answer);
  const { result, rerender } = renderHook(({ q }) => useInfiniteList<Row>({ ...options, params: { q } }), {
    wrapper: pageWrapper(),
    initialProps: { q: "" },
  });
  rerender({ q: "x" });
  expect(result.current.isStale).toBe(true);
  expect(result.current.rows).toHaveLength(2);
  await waitFor(() => expect(result.current.rows.map(({ id }) => id)).toEqual([9]));
});

test("what could not be added is said, until it is there", async () => {
  let broken = true;
  answerCalls((call) => (broken ? { status: 500, body: {} } : answer(call)));
  const { result } = renderHook(() => useInfiniteList<Row>(options), { wrapper: pageWrapper() });
  expect(result.current.moreFailed).toBe(false);
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.moreFailed).toBe(true));
  expect(result.current.rows.map(({ id }) => id)).toEqual([1, 2]);
  broken = false;
  act(() => result.current.loadMore());
  await waitFor(() => expect(result.current.rows).toHaveLength(4));
  expect(result.current.moreFailed).toBe(false);
});
