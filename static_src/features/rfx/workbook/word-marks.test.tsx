import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { WordMarks } from "./word-marks";

function marked(from: string, to: string, side: "from" | "to") {
  const { container } = render(<WordMarks from={from} to={to} side={side} />);
  return container.querySelector("bdi")?.innerHTML;
}

test("removed words are marked in the first text, added words in the second", () => {
  const [before, after] = ["We audit suppliers yearly.", "We audit all suppliers twice a year."];
  expect(marked(before, after, "from")).toBe("We audit suppliers <del>yearly</del>.");
  expect(marked(before, after, "to")).toBe("We audit <ins>all </ins>suppliers <ins>twice a year</ins>.");
});

test("a text without common words is marked as a whole", () => {
  expect(marked("Ulm", "Berlin", "to")).toBe("<ins>Berlin</ins>");
});

test("long unchanged parts are shortened, so that the change is in sight", () => {
  const same = "The same words again and again. ".repeat(40);
  const text = marked(`${same}old end`, `${same}new end`, "to") ?? "";
  expect(text.length).toBeLessThan(150);
  expect(text).toContain("<ins>new</ins> end");
});

test("markup in an answer is text", () => {
  expect(marked("a", "<b>bold</b>", "to")).toContain("&lt;b&gt;");
});
