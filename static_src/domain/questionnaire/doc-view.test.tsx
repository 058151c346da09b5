import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import axe from "axe-core";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { blockNode, everyType, fieldNode, formOf, textNode } from "../../testing/form-documents";
import { pageWrapper } from "../../testing/page";
import { referenceAnswer } from "../../testing/reference-lists";
import { answerCalls } from "../../testing/server";
import { showForm } from "../../testing/show-form";
import { AnswerStore } from "./answer-store";
import { DocView } from "./doc-view";
import type { Values } from "./rules/types";
import { type PlacedField, walk } from "./rules/walk";

const answers: Values = {
  text: "Bergmann",
  textarea: "One\nTwo",
  number: "98.4",
  date: "2026-11-03",
  yesno: true,
  single_choice: "yes",
  multi_choice: ["no", "yes"],
  country: "DEU",
  currency_amount: { currency: "GBP", amount: "1250.50" },
  email: "jana@bergmann.example",
  url: "https://bergmann.example",
  file: [{ attachmentId: 7, filename: "iso9001.pdf", size: 412_000, contentType: "application/pdf" }],
  table: [{ site: "Ulm", staff: "12", opened: "2019-05-01", own: true, kind: "yes" }],
  formsignature: { name: "Jana Bergmann", strokes: [], signedAt: "2026-11-03T10:00:00Z" },
};

beforeEach(() => {
  answerCalls(({ url }) => referenceAnswer(url));
});

test("the pattern of an answer is checked once the code for patterns is loaded", async () => {
  const vat = fieldNode("vat", { type: "TEXT", pattern: "DE[0-9]{9}" });
  const { store } = showForm(formOf(vat), { vat: "DE12" });
  await screen.findByRole("textbox");
  await waitFor(() => expect(store.summary().isValid).toBe(false));
  act(() => {
    store.set("vat", "DE123456789");
  });
  expect(store.summary().isValid).toBe(true);
});

describe("every type of field", () => {
  test("accepts an answer", async () => {
    const user = userEvent.setup({ delay: null });
    const fill = async (control: HTMLElement, text: string) => {
      await user.click(control);
      await user.paste(text);
    };
    const { store } = showForm(everyType());
    await fill(screen.getByRole("textbox", { name: /A text$|A text \*/ }), "Bergmann");
    await fill(screen.getByRole("textbox", { name: /A textarea/ }), "One\nTwo");
    await fill(screen.getByRole("textbox", { name: /A number/ }), "98,4");
    await fill(screen.getByRole("textbox", { name: /A date/ }), "3/11/2026");
    await user.click(
      within(screen.getByRole("group", { name: /A yesno/ })).getByRole("radio", { name: "Yes" }),
    );
    await user.click(screen.getByRole("radio", { name: "Yes, fully" }));
    for (const name of ["No", "Yes, fully"])
      await user.click(
        within(screen.getByRole("group", { name: /A multi_choice/ })).getByRole("checkbox", { name }),
      );
    await user.type(await screen.findByRole("combobox", { name: /A country/ }), "ger");
    await user.click(await screen.findByRole("option", { name: /Germany/ }));
    await user.type(await screen.findByRole("combobox", { name: "Currency" }), "gb");
    await user.click(await screen.findByRole("option", { name: /GBP/ }));
    await fill(screen.getByRole("textbox", { name: "Amount" }), "1,250.50");
    await fill(screen.getByRole("textbox", { name: /A email/ }), " jana@bergmann.example");
    await fill(screen.getByRole("textbox", { name: /A url/ }), "bergmann.example");
    await fill(screen.getByRole("textbox", { name: "Site, row 1" }), "Ulm");
    await fill(screen.getByRole("textbox", { name: "Staff, row 1" }), "12");
    await fill(screen.getByRole("textbox", { name: "Opened, row 1" }), "1/5/2019");
    await user.selectOptions(screen.getByRole("combobox", { name: "Owned, row 1" }), "Yes");
    await user.selectOptions(screen.getByRole("combobox", { name: "Kind, row 1" }), "Yes, fully");
    await fill(screen.getByRole("textbox", { name: "Your full name" }), "Jana Bergmann");
    await user.click(screen.getByRole("button", { name: /^Sign/ }));
    const { file, formsignature, ...rest } = answers;
    expect(store.values()).toEqual({
      ...rest,
      file: null,
      formsignature: { name: "Jana Bergmann", strokes: [] },
    });
    expect(store.invalidKeys()).toEqual(["file"]);
  });

  test("shows its error at the control after it loses the focus", async () => {
    const user = userEvent.setup({ delay: null });
    const { store } = showForm(everyType(), {
      email: "jana",
      url: "bergmann",
      number: "101",
      date: "31/02/2027",
      table: [{ staff: "many" }],
    });
    expect(screen.queryByText(/Enter a number between/)).toBeNull();
    for (const [name, error] of [
      [/A number/, "Enter a number between 0 and 100."],
      [/A date/, "31 February does not exist. Use dd/mm/yyyy."],
      [/A email/, "Enter an e-mail address like name@example.com."],
      [/A url/, "Enter a web address like https://example.com."],
    ] as const) {
      const control = screen.getByRole("textbox", { name });
      await user.click(control);
      expect(control.getAttribute("aria-invalid")).toBeNull();
      await user.tab();
      expect(control.getAttribute("aria-invalid")).toBe("true");
      const described = (control.getAttribute("aria-describedby") ?? "").split(" ").map(textById);
      expect(described.join(" ")).toContain(error);
      expect(described.join(" ")).toContain("How to answer");
    }
    act(() => void store.showAllErrors());
    for (const [name, error] of [
      [/A yesno/, "Choose Yes or No."],
      [/A single_choice/, "Choose one of the options."],
      [/A multi_choice/, "Choose at least one option."],
      [/A currency_amount/, "Enter an amount."],
      [/A table/, "Row 1, Site: Write an answer."],
      [/A formsignature/, "Sign here."],
    ] as const) {
      const group = screen.getByRole("group", { name });
      expect((group.getAttribute("aria-describedby") ?? "").split(" ").map(textById).join(" ")).toContain(
        error,
      );
    }
    for (const error of ["Write an answer.", "Choose a country.", "Upload a file."])
      expect(screen.getAllByText(error).length).toBeGreaterThan(0);
    expect(screen.getByRole("textbox", { name: "Staff, row 1" }).getAttribute("aria-invalid")).toBe("true");
  });

  test("describes a number by its unit for screen readers", () => {
    showForm(everyType());
    const described =
      screen.getByRole("textbox", { name: /A number/ }).getAttribute("aria-describedby") ?? "";
    expect(described.split(" ").map(textById)).toEqual(["How to answer a number", "%"]);
  });

  test("is plain text without controls in a read-only view", () => {
    const { container } = showForm(everyType(), answers, { mode: "readonly" });
    const shown = [...container.querySelectorAll("dd")].map((answer) => answer.textContent);
    expect(shown.slice(0, 11)).toEqual([
      "Bergmann",
      "One\nTwo",
      "98.4%",
      expect.stringMatching(/3 Nov 2026|Nov 3, 2026/),
      "Yes",
      "Yes, fully",
      "Yes, fullyNo",
      "Germany",
      "GBP 1,250.50",
      "jana@bergmann.example",
      "https://bergmann.example",
    ]);
    expect(screen.getByRole("link", { name: "iso9001.pdf" }).getAttribute("href")).toBe("/files/7");
    expect(screen.getByRole("cell", { name: "Ulm" })).toBeTruthy();
    expect(screen.getByText("Jana Bergmann")).toBeTruthy();
    expect(container.querySelector("input, textarea, select, button")).toBeNull();
  });

  test("shows 'Not answered' without an answer", () => {
    showForm(everyType(), {}, { mode: "readonly" });
    expect(screen.getAllByText("Not answered")).toHaveLength(14);
  });

  test.each(["form", "readonly"] as const)("has no axe violations in mode %s", async (mode) => {
    for (const values of [answers, {}]) {
      const { container, store } = showForm(everyType(), values, { mode });
      act(() => void store.showAllErrors());
      const { violations } = await axe.run(container, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      cleanup();
    }
  });

  test("hydrates without errors from the server's HTML, which has no inline styles", () => {
    const Page = pageWrapper();
    for (const mode of ["form", "readonly"] as const) {
      const doc = everyType();
      const fields = walk(doc);
      const element = (
        <Page>
          <DocView
            doc={doc}
            fields={fields}
            mode={mode}
            store={new AnswerStore({ fields, values: answers })}
          />
        </Page>
      );
      const root = document.createElement("div");
      root.innerHTML = renderToString(element);
      expect(root.innerHTML).not.toContain("style=");
      const faults: unknown[] = [];
      let hydrated: Root | undefined;
      act(() => {
        hydrated = hydrateRoot(root, element, { onRecoverableError: (fault) => faults.push(fault) });
      });
      expect(faults).toEqual([]);
      act(() => hydrated?.unmount());
    }
  });
});

describe("the form", () => {
  const conditional = formOf(
    fieldNode("certified", { type: "YESNO", label: "Certified?" }),
    fieldNode("body", {
      label: "By rowsText?",
      visibleWhen: { field: "certified", operator: "equals", value: true },
    }),
  );

  test("shows a question only while its condition is met", async () => {
    const user = userEvent.setup();
    showForm(conditional);
    expect(screen.queryByLabelText("By rowsText?")).toBeNull();
    await user.click(screen.getByRole("radio", { name: "Yes" }));
    expect(screen.getByLabelText("By rowsText?")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "Clear the answer to Certified?" }));
    expect(screen.queryByLabelText("By rowsText?")).toBeNull();
  });

  test("renders only the field that the user types into", async () => {
    const user = userEvent.setup();
    const rendered: string[] = [];
    const below = ({ key }: PlacedField) => {
      rendered.push(key);
      return null;
    };
    const many = formOf(...Array.from({ length: 50 }, (_, index) => fieldNode(`q${index}`)));
    showForm(many, {}, { below });
    expect(rendered).toHaveLength(50);
    rendered.length = 0;
    await user.type(screen.getByLabelText("Question q7"), "abc");
    expect(new Set(rendered)).toEqual(new Set(["q7"]));
    expect(rendered).toHaveLength(3);
  });

  test("shows extra content and marks, and read-only fields of a map", () => {
    const doc = formOf(fieldNode("a", { required: true }), fieldNode("b"));
    const scrolled = vi.spyOn(Element.prototype, "scrollIntoView");
    const { container, rerender, fields, store } = showForm(
      doc,
      { b: "An answer" },
      {
        below: ({ key }) => (key === "a" ? <a href="#reply">Reply</a> : null),
        flagged: new Set(["a"]),
        rwMap: { b: false },
      },
    );
    expect(screen.getByRole("link", { name: "Reply" })).toBeTruthy();
    expect(container.querySelectorAll(".doc-flagged")).toHaveLength(1);
    expect(screen.queryByRole("textbox", { name: "Question b" })).toBeNull();
    expect(screen.getByText("An answer")).toBeTruthy();
    rerender(<DocView doc={doc} fields={fields} mode="form" store={store} highlighted="b" />);
    expect(container.querySelector("[data-highlighted]")?.id).toBe("field-b");
    expect(scrolled).toHaveBeenCalledTimes(1);
    rerender(<DocView doc={doc} fields={fields} mode="form" store={store} highlighted={null} />);
    expect(container.querySelector("[data-highlighted]")).toBeNull();
  });

  test("shows only the selected questions with the headings of their sections", () => {
    const section = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });
    const doc = formOf(
      section("One"),
      blockNode("paragraph", [textNode("About one")]),
      fieldNode("a"),
      fieldNode("b"),
      section("Two"),
      fieldNode("c"),
      section("Three"),
      fieldNode("d"),
    );
    showForm(doc, {}, { only: new Set(["b", "d"]) });
    expect(screen.getAllByRole("heading").map((heading) => [heading.textContent, heading.id])).toEqual([
      ["One", "section-0-1"],
      ["Three", "section-0-3"],
    ]);
    expect(screen.getAllByRole("textbox")).toHaveLength(2);
    expect(screen.queryByText("About one")).toBeNull();
  });

  test("stores a typed name as the signature and calls onSigned", async () => {
    const user = userEvent.setup();
    const onSigned = vi.fn();
    const doc = formOf(fieldNode("sign", { type: "FORMSIGNATURE", label: "Signature" }));
    const { store } = showForm(doc, {}, { onSigned });
    await user.click(screen.getByRole("button", { name: "Sign Signature" }));
    expect(screen.getByText("Type your name to sign.")).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText("Your full name"));
    await user.type(screen.getByLabelText("Your full name"), " Jana Bergmann ");
    await user.click(screen.getByRole("button", { name: "Sign Signature" }));
    expect(onSigned).toHaveBeenCalledWith("sign");
    expect(store.get("sign").value).toEqual({ name: "Jana Bergmann", strokes: [] });
    await user.click(screen.getByRole("button", { name: "Remove signature" }));
    expect(store.get("sign").value).toBeNull();
  });

  test("fills pasted spreadsheet cells from the cell with the cursor onwards", async () => {
    const { store } = showForm(everyType());
    fireEvent.paste(screen.getByRole("textbox", { name: "Staff, row 1" }), {
      clipboardData: { files: [], getData: () => "12\t1/5/2019\tyes\n7\t\tno" },
    });
    await waitFor(() =>
      expect(store.get("table").value).toEqual([
        { staff: "12", opened: "1/5/2019", own: true },
        { staff: "7", opened: null, own: false },
      ]),
    );
  });

  test("adds and removes rows and moves the focus into an added row", async () => {
    const user = userEvent.setup();
    const columns = [{ name: "site", label: "Site" }];
    const { store } = showForm(formOf(fieldNode("sites", { type: "TABLE", columns, maxRows: 2 })));
    await user.type(screen.getByRole("textbox", { name: "Site, row 1" }), "Ulm");
    await user.click(screen.getByRole("button", { name: "Add a row" }));
    await vi.waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Site, row 2" })),
    );
    await user.keyboard("Brno");
    expect(screen.queryByRole("button", { name: "Add a row" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove row 1" }));
    expect(store.get("sites").value).toEqual([{ site: "Brno" }]);
  });

  test("uploads through the function that the page passes", async () => {
    const user = userEvent.setup();
    const upload = vi.fn(async (file: File) => ({
      attachmentId: 9,
      filename: file.name,
      size: file.size,
      contentType: file.type,
    }));
    const doc = formOf(fieldNode("file", { type: "FILE", label: "Certificate", max: "1" }));
    const { store } = showForm(doc, {}, { upload });
    const file = new File(["%PDF-1"], "iso.pdf", { type: "application/pdf" });
    await user.upload(await screen.findByLabelText("Certificate"), file);
    await screen.findByRole("link", { name: "iso.pdf" });
    expect(store.get("file").value).toEqual([
      { attachmentId: 9, filename: "iso.pdf", size: 6, contentType: "application/pdf" },
    ]);
    expect(document.querySelector("input[type=file]")).toBeNull();
    await user.click(screen.getByRole("button", { name: "Remove iso.pdf" }));
    expect(store.values().file).toBeNull();
  });

  test("shows many options as a select and few as radio buttons", () => {
    const optionsOf = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }));
    showForm(
      formOf(
        fieldNode("few", { type: "SINGLE_CHOICE", options: optionsOf(3) }),
        fieldNode("many", { type: "SINGLE_CHOICE", options: optionsOf(12) }),
      ),
    );
    expect(screen.getAllByRole("radio")).toHaveLength(3);
    expect(
      within(screen.getByRole("combobox", { name: "Question many" })).getAllByRole("option"),
    ).toHaveLength(13);
  });
});

function textById(id: string): string {
  return document.getElementById(id)?.textContent ?? "";
}
