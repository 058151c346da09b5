import { act, renderHook } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { pageWrapper } from "../../testing/page";
import {
  countNarrowing,
  parseList,
  parseSearch,
  setQueryParams,
  useQueryList,
  useQueryParam,
  useQueryParams,
} from "./use-query-param";

const defaults = { name: "", all: "true" };

function Page() {
  return <p>{useQueryParam("tab", "summary")[0]}</p>;
}

test("a query string is parsed as browsers parse it", () => {
  expect(Object.fromEntries(parseSearch("a=1&b=x+y%26z&a=2&c&%zz=1"))).toEqual({
    a: "1",
    b: "x y&z",
    c: "",
    "%zz": "1",
  });
});

test("a filter that differs from its default is counted, a sort is not", () => {
  const off = { name: "", all: "true" };
  expect(countNarrowing({ ...off, sort: "-name" }, off)).toBe(0);
  expect(countNarrowing({ name: "North", all: "true", sort: "" }, off)).toBe(1);
  expect(countNarrowing({ name: "North", all: "false", sort: "" }, off)).toBe(2);
});

test("on the server the address is that of the request", () => {
  const Wrapper = pageWrapper({ search: "tab=journal" });
  expect(
    renderToString(
      <Wrapper>
        <Page />
      </Wrapper>,
    ),
  ).toContain("journal");
});

test("setting a value changes the address, defaults are left out, and going back updates the value", () => {
  const { result } = renderHook(() => useQueryParam("tab", "summary"), { wrapper: pageWrapper() });
  expect(result.current[0]).toBe("summary");
  act(() => result.current[1]("journal"));
  expect(result.current[0]).toBe("journal");
  expect(location.search).toBe("?tab=journal");
  act(() => result.current[1]("summary"));
  expect(location.search).toBe("");
  act(() => {
    history.replaceState(null, "", "?tab=profile");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  expect(result.current[0]).toBe("profile");
});

test("changing a filter removes the page", () => {
  history.replaceState(null, "", "?page=3&name=a");
  const { result } = renderHook(() => useQueryParams(defaults), { wrapper: pageWrapper() });
  expect(result.current[0]).toEqual({ name: "a", all: "true" });
  act(() => result.current[1]({ all: "false" }));
  expect(location.search).toBe("?name=a&all=false");
  act(() => result.current[1]({ name: "" }));
  expect(location.search).toBe("?all=false");
});

test("typing adds one history entry, not one a letter", () => {
  const push = vi.spyOn(history, "pushState");
  setQueryParams({ q: "s" });
  setQueryParams({ q: "st" });
  setQueryParams({ q: "ste" });
  expect(push).toHaveBeenCalledTimes(1);
  setQueryParams({ tab: "x" });
  expect(push).toHaveBeenCalledTimes(2);
});

test("a filter of several values is repeated in the address", () => {
  expect(parseList("tags=a+b&name=x&tags=c%2Cd&tags=&tags", "tags")).toEqual(["a b", "c,d"]);
  history.replaceState(null, "", "?tags=iron&page=2");
  const { result } = renderHook(() => useQueryList("tags"), { wrapper: pageWrapper() });
  expect(result.current[0]).toEqual(["iron"]);
  act(() => result.current[1](["iron", "R&D"]));
  expect(location.search).toBe("?tags=iron&tags=R%26D");
  expect(result.current[0]).toEqual(["iron", "R&D"]);
  act(() => result.current[1]([]));
  expect(location.search).toBe("");
});
