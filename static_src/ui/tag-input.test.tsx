import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { TagInput, withTag } from "./tag-input";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const suggest = vi.fn(async (text: string, _chosen: readonly string[]) =>
  ["machining", "ISO 9001"].filter((tag) => tag.toLowerCase().includes(text.toLowerCase())),
);
const changed = vi.fn();

function Tags({ allowNew = true }: { allowNew?: boolean }) {
  const [tags, setTags] = useState<string[]>(["seals"]);
  return (
    <TagInput
      label="Tags"
      value={tags}
      allowNew={allowNew}
      suggest={suggest}
      onChange={(value) => {
        setTags(value);
        changed(value);
      }}
    />
  );
}

const settle = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const input = () => screen.getByRole("combobox") as HTMLInputElement;
const type = (value: string) => fireEvent.change(input(), { target: { value } });

test("tags are trimmed and cut, and duplicates are dropped", () => {
  expect(withTag(["a"], "  steel   pipe ")).toEqual(["a", "steel pipe"]);
  expect(withTag(["Steel"], "steel")).toEqual(["Steel"]);
  expect(withTag(["a"], "  ")).toEqual(["a"]);
  expect(withTag([], "x".repeat(80))[0]).toHaveLength(60);
});

test("suggestions appear 200 ms after the last key, without the current tags", async () => {
  renderOnPage(<Tags />);
  expect(input().placeholder).toBe("+ Add tag");
  act(() => input().focus());
  await settle(300);
  suggest.mockClear();
  type("m");
  type("ma");
  await settle(199);
  expect(suggest).not.toHaveBeenCalled();
  await settle(1);
  expect(suggest.mock.calls.map(([text, chosen]) => [text, chosen])).toEqual([["ma", ["seals"]]]);
  fireEvent.click(screen.getByRole("option", { name: "machining" }));
  expect(changed).toHaveBeenLastCalledWith(["seals", "machining"]);
});

test("Enter adds the text, Backspace removes the last tag, and both are announced", async () => {
  renderOnPage(<Tags />);
  act(() => input().focus());
  type("  steel ");
  fireEvent.keyDown(input(), { key: "Enter" });
  expect(changed).toHaveBeenLastCalledWith(["seals", "steel"]);
  expect(screen.getByText("steel added.")).toBeTruthy();
  fireEvent.keyDown(input(), { key: "Backspace" });
  expect(changed).toHaveBeenLastCalledWith(["seals"]);
  fireEvent.click(screen.getByRole("button", { name: "Remove seals" }));
  expect(changed).toHaveBeenLastCalledWith([]);
});

test("Enter that ends a composition adds no tag", async () => {
  renderOnPage(<Tags />);
  act(() => input().focus());
  type("検査");
  await settle(10);
  changed.mockClear();
  fireEvent.keyDown(input(), { key: "Enter", keyCode: 229 });
  expect(changed).not.toHaveBeenCalled();
  expect(input().value).toBe("検査");
  fireEvent.keyDown(input(), { key: "Enter", keyCode: 13 });
  expect(changed).toHaveBeenLastCalledWith(["seals", "検査"]);
});

test("blur adds the text after 100 ms", async () => {
  renderOnPage(<Tags />);
  act(() => input().focus());
  type("steel");
  changed.mockClear();
  act(() => input().blur());
  await settle(99);
  expect(changed).not.toHaveBeenCalled();
  await settle(1);
  expect(changed).toHaveBeenLastCalledWith(["seals", "steel"]);
});

test("a filter rejects new tags", async () => {
  renderOnPage(<Tags allowNew={false} />);
  act(() => input().focus());
  type("unknown");
  changed.mockClear();
  fireEvent.keyDown(input(), { key: "Enter" });
  act(() => input().blur());
  await settle(200);
  expect(changed).not.toHaveBeenCalled();
});
