import fs from "node:fs";
import path from "node:path";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderOnPage } from "../../testing/page";
import Gallery from "./gallery";

/** Modules that another component of `ui/` renders, layouts of whole screens, and the toast host of every page. */
const internal = [
  "file-text",
  "photo-viewer",
  "day-calendar",
  "editor-toolbar",
  "list-page",
  "modal-dialog",
  "option-list",
  "rich-editor-view",
  "row-ticks",
  "toast-host",
];

test("every component file of ui has an example", () => {
  const folder = "static_src/features/gallery";
  const source = fs
    .readdirSync(folder)
    .map((name) => fs.readFileSync(path.join(folder, name), "utf8"))
    .join("\n");
  const components = fs
    .readdirSync("static_src/ui")
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => name.replace(".tsx", ""))
    .filter((name) => !internal.includes(name));
  expect(components.filter((name) => !source.includes(`from "../../ui/${name}"`))).toEqual([]);
});

test("the theme switch changes the theme of the page", async () => {
  renderOnPage(<Gallery />);
  await userEvent.click(screen.getByRole("radio", { name: "Dark" }));
  expect(document.documentElement.dataset.bsTheme).toBe("dark");
  await userEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(document.documentElement.dataset.bsTheme).toBe("light");
});

test("sending the example form with an error lists the error at its top", async () => {
  renderOnPage(<Gallery />);
  await userEvent.click(screen.getByRole("button", { name: "Send with an error" }));
  expect(screen.getByRole("link", { name: "Enter a city." }).getAttribute("href")).toBe("#gallery-city");
});
