import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { findFills, replayTyped } from "./typed-early";

type Changes = Record<string, string | boolean | number>;

function Form({ changes }: { changes: Changes }) {
  const [text, setText] = useState("server");
  const [lines, setLines] = useState("server");
  const [agreed, setAgreed] = useState(false);
  const [one, setOne] = useState("a");
  const [choice, setChoice] = useState("x");
  const change = <T extends string | boolean>(name: string, value: T, set: (value: T) => void) => {
    changes[name] = value;
    set(value);
  };
  return (
    <>
      <input name="text" value={text} onChange={(e) => change("text", e.target.value, setText)} />
      <textarea name="lines" value={lines} onChange={(e) => change("lines", e.target.value, setLines)} />
      <input
        name="agreed"
        type="checkbox"
        checked={agreed}
        onChange={(e) => change("agreed", e.target.checked, setAgreed)}
      />
      {["a", "b", "c"].map((value) => (
        <input
          key={value}
          name="one"
          type="radio"
          value={value}
          checked={one === value}
          onChange={() => change("one", value, setOne)}
        />
      ))}
      <select name="choice" value={choice} onChange={(e) => change("choice", e.target.value, setChoice)}>
        <option value="x">x</option>
        <option value="y">y</option>
      </select>
      <input
        name="file"
        type="file"
        onChange={() => {
          changes.file = "changed";
        }}
      />
    </>
  );
}

type Typed = Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string | boolean>;

function bufferAgain(typed: Typed, control: HTMLInputElement): void {
  const value = typed.get(control) ?? "";
  typed.delete(control);
  typed.set(control, value);
}

test("React receives and shows all values entered before hydration", async () => {
  const changes: Changes = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form changes={{}} />);
  const find = <T extends Element>(selector: string) => root.querySelector(selector) as T;
  const text = find<HTMLInputElement>("[name=text]");
  const lines = find<HTMLTextAreaElement>("[name=lines]");
  const agreed = find<HTMLInputElement>("[name=agreed]");
  const third = find<HTMLInputElement>("[value=c]");
  const choice = find<HTMLSelectElement>("[name=choice]");
  const file = find<HTMLInputElement>("[name=file]");
  text.value = "typed";
  text.setSelectionRange(2, 3);
  lines.value = "typed\ntoo";
  agreed.checked = true;
  third.checked = true;
  choice.value = "y";
  const typed = new Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string | boolean>([
    [text, "typed"],
    [lines, "typed\ntoo"],
    [agreed, true],
    [third, true],
    [choice, "y"],
    [file, "a.pdf"],
  ]);
  await act(async () => {
    hydrateRoot(root, <Form changes={changes} />);
  });
  expect(changes).toEqual({});
  // Buffer the replayed events again, as the inline script (early.ts) does.
  let replays = 0;
  const onInput = (event: Event) => {
    replays += 1;
    if (replays < 50) bufferAgain(typed, event.target as HTMLInputElement);
  };
  root.addEventListener("input", onInput, true);
  await act(async () => replayTyped(typed));
  expect(replays).toBeLessThanOrEqual(typed.size);
  expect(changes).toEqual({
    text: "typed",
    lines: "typed\ntoo",
    agreed: true,
    one: "c",
    choice: "y",
    file: "changed",
  });
  expect([text.value, lines.value, agreed.checked, third.checked, choice.value]).toEqual([
    "typed",
    "typed\ntoo",
    true,
    true,
    "y",
  ]);
  expect([text.selectionStart, text.selectionEnd]).toEqual([2, 3]);
  root.remove();
});

test("removed controls are skipped, and an emptied text is replayed", async () => {
  const changes: Changes = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form changes={{}} />);
  const text = root.querySelector("[name=text]") as HTMLInputElement;
  text.value = "";
  const removed = document.createElement("input");
  await act(async () => {
    hydrateRoot(root, <Form changes={changes} />);
  });
  await act(async () =>
    replayTyped(
      new Map([
        [removed, "nowhere"],
        [text, ""],
      ]),
    ),
  );
  expect(changes).toEqual({ text: "" });
  expect(removed.value).toBe("");
  root.remove();
});

test("a key pressed during hydration makes React finish it and receive the value", () => {
  const changes: Changes = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form changes={{}} />);
  const text = root.querySelector("[name=text]") as HTMLInputElement;
  const hydrated = hydrateRoot(root, <Form changes={changes} />);
  text.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(text, "serverx");
  text.dispatchEvent(new Event("input", { bubbles: true }));
  expect(changes).toEqual({ text: "serverx" });
  act(() => hydrated.unmount());
  root.remove();
});

test("only values that were set without an event are returned", () => {
  const root = document.createElement("div");
  document.body.append(root);
  root.dataset.rendered = "";
  root.innerHTML = renderToString(<Form changes={{}} />);
  const arrival = vi.spyOn(performance, "getEntriesByType");
  arrival.mockReturnValue([{ type: "navigate" }] as unknown as PerformanceEntryList);
  const find = <T extends Element>(selector: string) => root.querySelector(selector) as T;
  expect(findFills(root).size).toBe(0);
  find<HTMLInputElement>("[name=text]").value = "filled";
  find<HTMLInputElement>("[name=agreed]").checked = true;
  find<HTMLInputElement>("[value=c]").checked = true;
  find<HTMLSelectElement>("[name=choice]").value = "y";
  expect([...findFills(root)].map(([{ name }, value]) => [name, value])).toEqual([
    ["text", "filled"],
    ["agreed", true],
    ["one", true],
    ["choice", "y"],
  ]);
  // The browser restores earlier values, and the server may have newer ones.
  arrival.mockReturnValue([{ type: "reload" }] as unknown as PerformanceEntryList);
  expect(findFills(root).size).toBe(0);
  root.remove();
});
