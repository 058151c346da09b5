import { expect, test } from "vitest";
import { addressOf, currentView, isSame, paramsOf, type SavedView, withoutDefaults } from "./views";

const filters = { defaults: { search: "", critical: "false", sort: "-ref" }, repeated: ["tags"] };

const view = (id: number, params: SavedView["params"]): SavedView => ({
  id,
  list: "ncr",
  listTitle: "Non-Conformances",
  name: `View ${id}`,
  params,
  dropped: [],
  href: `/ncr?view=${id}`,
  isShared: false,
  isPinned: false,
  isStart: false,
  isOwn: true,
  mayChange: true,
  owner: { id: 7, name: "Rosa Meyer" },
  position: 0,
  count: null,
});

test("the filters of an address are those that differ from their defaults", () => {
  expect(paramsOf("critical=true&sort=-ref&page=3&view=5&tags=a&tags=b", filters)).toEqual({
    critical: "true",
    tags: ["a", "b"],
  });
  expect(paramsOf("tags=steel%20works&search=", filters)).toEqual({ tags: ["steel works"] });
});

test("a value that may be repeated is a list, and any other one is a text", () => {
  expect(withoutDefaults({ tags: "a", search: ["x"], critical: "false" }, filters)).toEqual({
    tags: ["a"],
    search: "x",
  });
});

test("the order of filters and values makes no difference", () => {
  expect(isSame({ a: "1", b: ["x", "y"] }, { b: ["y", "x"], a: "1" })).toBe(true);
  expect(isSame({ a: "1" }, { a: "1", b: "2" })).toBe(false);
  expect(isSame({ tags: ["x"] }, { tags: "x" })).toBe(true);
});

test("the open view is the one in the address, or the one with exactly its filters", () => {
  const views = [view(1, { critical: "true" }), view(2, { search: "steel" })];
  expect(currentView("critical=true", views, filters)).toMatchObject({ chosen: views[0], canSave: false });
  expect(currentView("view=2&search=steel", views, filters)).toMatchObject({
    chosen: views[1],
    isChanged: false,
    canSave: false,
  });
  expect(currentView("view=2&search=iron", views, filters)).toMatchObject({
    chosen: views[1],
    isChanged: true,
    canSave: true,
  });
  expect(currentView("search=iron", views, filters)).toMatchObject({ chosen: null, canSave: true });
  expect(currentView("", views, filters)).toMatchObject({ chosen: null, canSave: false });
  expect(currentView("view=99", views, filters)).toMatchObject({ chosen: null, canSave: false });
});

test("the address of a view replaces all filters, and 'All' is kept apart from a start view", () => {
  expect(addressOf(view(3, { tags: ["a"] }), filters, true)).toEqual({
    search: null,
    critical: null,
    sort: null,
    page: null,
    tags: ["a"],
    view: "3",
  });
  expect(addressOf(null, filters, false)).toMatchObject({ view: null, critical: null });
  expect(addressOf(null, filters, true)).toMatchObject({ view: "all" });
});
