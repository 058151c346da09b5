import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { type FieldAttrs, fieldFromAttrs } from "../../lib/form-document/types";
import { renderOnPage } from "../../testing/page";
import { ConditionEditor } from "./editor-condition";
import { FieldSettings } from "./field-settings";

const certified = { fid: "a", name: "certified", type: "YESNO", label: "Certified?" } as const;

function Settings({ start }: { start: FieldAttrs }) {
  const [attrs, setAttrs] = useState(start);
  const field = fieldFromAttrs(attrs);
  const set = (change: FieldAttrs) => setAttrs((now) => ({ ...now, ...change }));
  return (
    <FieldSettings field={field} faults={{}} set={set}>
      <ConditionEditor field={field} fields={[fieldFromAttrs(certified), field]} set={set} />
    </FieldSettings>
  );
}

const options = ["one", "two", "three"].map((value) => ({ value, label: value }));
const press = async (name: string) => {
  screen.getByRole("button", { name }).focus();
  await userEvent.keyboard("{Enter}");
};
const focusOn = (name: string) =>
  waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toBe(name));
const labels = () =>
  screen.getAllByRole<HTMLInputElement>("textbox", { name: /^Label of/ }).map(({ value }) => value);

test("the focus goes along with an option that is moved, and stays on it when it has come to the end", async () => {
  renderOnPage(<Settings start={{ fid: "b", type: "SINGLE_CHOICE", options }} />);
  await press("Move option 3 up");
  await focusOn("Move option 2 up");
  await userEvent.keyboard("{Enter}");
  await focusOn("Move option 1 up");
  await userEvent.keyboard("{Enter}");
  expect(labels()).toEqual(["three", "one", "two"]);
  expect(document.activeElement?.getAttribute("aria-disabled")).toBe("true");
  await press("Move option 1 down");
  await focusOn("Move option 2 down");
  expect(labels()).toEqual(["one", "three", "two"]);
});

test("who adds a column or a rule goes on in it", async () => {
  renderOnPage(<Settings start={{ fid: "b", type: "TABLE", columns: [{ name: "site", label: "Site" }] }} />);
  await press("Add a column");
  await focusOn("Label of column 2");
  await press("Add a scoring rule");
  await focusOn("Comparison of rule 1");
});

test("a condition that is made or taken away hands the focus on", async () => {
  renderOnPage(<Settings start={{ fid: "b", type: "TEXT" }} />);
  await press("Show only under a condition");
  await focusOn("Field that decides");
  await press("Show always");
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Show only under a condition"));
});
