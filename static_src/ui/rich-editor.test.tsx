import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { renderOnPage } from "../testing/page";
import { linkAddress } from "./editor-toolbar";
import { Field } from "./field";
import { isBlankHtml, RichEditor } from "./rich-editor";

test("the editor is labelled by its field and shows its value", async () => {
  const changed = vi.fn();
  const { rerender } = renderOnPage(
    <Field label="Notes" error="Please enter a message.">
      <RichEditor value="<p>Hello <strong>there</strong></p>" onChange={changed} />
    </Field>,
  );
  const box = await screen.findByRole("textbox", { name: "Notes" });
  expect(box.textContent).toBe("Hello there");
  await waitFor(() => expect(box.getAttribute("aria-invalid")).toBe("true"));
  rerender(
    <Field label="Notes">
      <RichEditor value="<p>Other</p>" onChange={changed} />
    </Field>,
  );
  await waitFor(() => expect(box.textContent).toBe("Other"));
  expect(box.hasAttribute("aria-invalid")).toBe(false);
  expect(changed).not.toHaveBeenCalled();
});

test("the toolbar formats text and is one Tab stop", async () => {
  const changed = vi.fn();
  renderOnPage(<RichEditor label="Message" value="<p>Hello</p>" onChange={changed} />);
  const bar = await screen.findByRole("toolbar", { name: "Formatting" });
  const buttons = [...bar.querySelectorAll("button")];
  expect(buttons.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
  buttons[0]?.focus();
  await userEvent.keyboard("{ArrowRight}{End}");
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Link");
  await userEvent.click(screen.getByRole("button", { name: "Bulleted list" }));
  expect(changed).toHaveBeenLastCalledWith("<ul><li><p>Hello</p></li></ul>");
  expect(screen.getByRole("button", { name: "Bulleted list" }).getAttribute("aria-pressed")).toBe("true");
});

test("an invalid link address shows an error that is connected to the input", async () => {
  const changed = vi.fn();
  renderOnPage(<RichEditor label="Message" value="<p>Hello</p>" onChange={changed} />);
  await userEvent.click(await screen.findByRole("button", { name: "Link" }));
  const address = screen.getByRole("textbox", { name: "Address of the link" });
  await userEvent.type(address, "just words{Enter}");
  const describing = document.getElementById(address.getAttribute("aria-describedby") ?? "");
  expect(describing?.textContent).toBe("Enter a web address or an e-mail address.");
  expect(address.getAttribute("aria-invalid")).toBe("true");
  await userEvent.clear(address);
  expect(address.hasAttribute("aria-describedby")).toBe(false);
  expect(changed).not.toHaveBeenCalled();
});

test("the server renders a placeholder for the editor", () => {
  expect(renderToString(<RichEditor value="" onChange={() => {}} />)).toContain("waiting");
});

test("links accept web and e-mail addresses only", () => {
  expect(linkAddress("example.org/a?b")).toBe("https://example.org/a?b");
  expect(linkAddress("http://example.org")).toBe("http://example.org");
  expect(linkAddress("a@b.co")).toBe("mailto:a@b.co");
  expect(linkAddress("javascript:alert(1)")).toBeNull();
  expect(linkAddress("just words")).toBeNull();
});

test("HTML without text is blank", () => {
  expect(isBlankHtml("<p> &nbsp;</p><ul><li></li></ul>")).toBe(true);
  expect(isBlankHtml("<p>a</p>")).toBe(false);
});
