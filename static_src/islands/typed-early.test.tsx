import { act } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { fillsOf, tellTyped } from "./typed-early";

type Heard = Record<string, string | boolean | number>;

function Form({ heard }: { heard: Heard }) {
  const [text, setText] = useState("server");
  const [lines, setLines] = useState("server");
  const [agreed, setAgreed] = useState(false);
  const [one, setOne] = useState("a");
  const [choice, setChoice] = useState("x");
  const hear = <T extends string | boolean>(name: string, value: T, set: (value: T) => void) => {
    heard[name] = value;
    set(value);
  };
  return (
    <>
      <input name="text" value={text} onChange={(e) => hear("text", e.target.value, setText)} />
      <textarea name="lines" value={lines} onChange={(e) => hear("lines", e.target.value, setLines)} />
      <input
        name="agreed"
        type="checkbox"
        checked={agreed}
        onChange={(e) => hear("agreed", e.target.checked, setAgreed)}
      />
      {["a", "b", "c"].map((value) => (
        <input
          key={value}
          name="one"
          type="radio"
          value={value}
          checked={one === value}
          onChange={() => hear("one", value, setOne)}
        />
      ))}
      <select name="choice" value={choice} onChange={(e) => hear("choice", e.target.value, setChoice)}>
        <option value="x">x</option>
        <option value="y">y</option>
      </select>
      <input
        name="file"
        type="file"
        onChange={() => {
          heard.file = "changed";
        }}
      />
    </>
  );
}

type Typed = Map<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement, string | boolean>;

function keepAgain(typed: Typed, control: HTMLInputElement): void {
  const held = typed.get(control) ?? "";
  typed.delete(control);
  typed.set(control, held);
}

test("React receives and shows all values entered before hydration", async () => {
  const heard: Heard = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form heard={{}} />);
  const named = <T extends Element>(selector: string) => root.querySelector(selector) as T;
  const text = named<HTMLInputElement>("[name=text]");
  const lines = named<HTMLTextAreaElement>("[name=lines]");
  const agreed = named<HTMLInputElement>("[name=agreed]");
  const third = named<HTMLInputElement>("[value=c]");
  const choice = named<HTMLSelectElement>("[name=choice]");
  const file = named<HTMLInputElement>("[name=file]");
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
    hydrateRoot(root, <Form heard={heard} />);
  });
  expect(heard).toEqual({});
  // The page's first script goes on keeping what is typed, and what is told to React looks like that.
  let told = 0;
  const keep = (event: Event) => {
    told += 1;
    if (told < 50) keepAgain(typed, event.target as HTMLInputElement);
  };
  root.addEventListener("input", keep, true);
  await act(async () => tellTyped(typed));
  expect(told).toBeLessThanOrEqual(typed.size);
  expect(heard).toEqual({
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
  const heard: Heard = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form heard={{}} />);
  const text = root.querySelector("[name=text]") as HTMLInputElement;
  text.value = "";
  const gone = document.createElement("input");
  await act(async () => {
    hydrateRoot(root, <Form heard={heard} />);
  });
  await act(async () =>
    tellTyped(
      new Map([
        [gone, "nowhere"],
        [text, ""],
      ]),
    ),
  );
  expect(heard).toEqual({ text: "" });
  expect(gone.value).toBe("");
  root.remove();
});

test("a key pressed during hydration makes React finish it and receive the value", () => {
  const heard: Heard = {};
  const root = document.createElement("div");
  document.body.append(root);
  root.innerHTML = renderToString(<Form heard={{}} />);
  const text = root.querySelector("[name=text]") as HTMLInputElement;
  const hydrated = hydrateRoot(root, <Form heard={heard} />);
  text.dispatchEvent(new KeyboardEvent("keydown", { key: "x", bubbles: true }));
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(text, "serverx");
  text.dispatchEvent(new Event("input", { bubbles: true }));
  expect(heard).toEqual({ text: "serverx" });
  act(() => hydrated.unmount());
  root.remove();
});

test("only values that were set without an event are returned", () => {
  const root = document.createElement("div");
  document.body.append(root);
  root.dataset.rendered = "";
  root.innerHTML = renderToString(<Form heard={{}} />);
  const arrival = vi.spyOn(performance, "getEntriesByType");
  arrival.mockReturnValue([{ type: "navigate" }] as unknown as PerformanceEntryList);
  const named = <T extends Element>(selector: string) => root.querySelector(selector) as T;
  expect(fillsOf(root).size).toBe(0);
  named<HTMLInputElement>("[name=text]").value = "filled";
  named<HTMLInputElement>("[name=agreed]").checked = true;
  named<HTMLInputElement>("[value=c]").checked = true;
  named<HTMLSelectElement>("[name=choice]").value = "y";
  expect([...fillsOf(root)].map(([{ name }, held]) => [name, held])).toEqual([
    ["text", "filled"],
    ["agreed", true],
    ["one", true],
    ["choice", "y"],
  ]);
  // The browser puts in what was there before, which the server may know better.
  arrival.mockReturnValue([{ type: "reload" }] as unknown as PerformanceEntryList);
  expect(fillsOf(root).size).toBe(0);
  root.remove();
});
