import { cleanup, screen } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import { blockNode, fieldNode, formOf, textNode } from "../../testing/form-documents";
import { showForm } from "../../testing/show-form";

describe("the document around the fields", () => {
  test("is rendered for every kind of node", () => {
    const doc = formOf(
      blockNode("heading", [textNode("Title")], { level: 1 }),
      blockNode("heading", [textNode("Section")], { level: 2 }),
      blockNode("heading", [textNode("Part")], { level: 3 }),
      blockNode("paragraph", [
        textNode("bold", { type: "bold" }, { type: "italic" }),
        { type: "hardBreak" },
        textNode("page", { type: "link", attrs: { href: "https://a.example" } }),
        textNode("trap", { type: "link", attrs: { href: "javascript:alert(1)" } }),
      ]),
      blockNode("orderedList", [blockNode("listItem", [blockNode("paragraph", [textNode("third")])])], {
        start: 3,
      }),
      blockNode("blockquote", [blockNode("paragraph", [textNode("quoted")])]),
      { type: "horizontalRule" },
      blockNode("table", [
        blockNode("tableRow", [blockNode("tableHeader", [blockNode("paragraph", [textNode("Head")])])]),
        blockNode("tableRow", [
          blockNode("tableCell", [blockNode("paragraph", [textNode("Cell")])], { colspan: 2 }),
        ]),
      ]),
      { type: "image", attrs: { attachmentId: 5, alt: "A drawing" } },
    );
    const { container } = showForm(doc, {}, { fileUrl: (id) => `/pictures/${id}` });
    expect(screen.getAllByRole("heading").map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ["H2", "Title"],
      ["H3", "Section"],
      ["H4", "Part"],
    ]);
    expect(container.querySelector("strong > em")?.textContent).toBe("bold");
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual([
      "https://a.example",
    ]);
    expect(screen.getByText(/trap/)).toBeTruthy();
    expect(container.querySelector("ol")?.getAttribute("start")).toBe("3");
    expect(screen.getByRole("columnheader").getAttribute("scope")).toBe("col");
    expect(screen.getByRole("cell").getAttribute("colspan")).toBe("2");
    expect(screen.getByRole("img", { name: "A drawing" }).getAttribute("src")).toBe("/pictures/5");
  });

  test("a field within a sentence has a label, and its paragraph is not a p element", () => {
    const doc = formOf(
      blockNode("paragraph", [
        textNode("Made on "),
        fieldNode("day", { type: "DATE", label: "Date of the agreement" }, true),
        textNode(" by "),
        fieldNode("party", { label: "First party" }, true),
      ]),
    );
    const { container } = showForm(doc);
    expect(container.querySelector("p")).toBeNull();
    expect(screen.getByRole("textbox", { name: "Date of the agreement" })).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "First party" }).getAttribute("placeholder")).toBe(
      "First party",
    );
    cleanup();
    showForm(doc, { party: "Meridian Surgical" }, { mode: "readonly" });
    expect(document.querySelector(".doc-sentence")?.textContent).toBe(
      "Made on Date of the agreement: [Date of the agreement] by First party: Meridian Surgical",
    );
  });
});
