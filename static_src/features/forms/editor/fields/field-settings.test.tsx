import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { type FieldAttrs, fieldFromAttrs } from "../../../../domain/questionnaire/rules/types";
import { renderOnPage } from "../../../../testing/page";
import type { FrozenField } from "../types";
import { FieldSettings } from "./field-settings";
import { useGroupChoices } from "./panel-group";
import { ConditionGroup } from "./rule-groups";

const certified = { fid: "a", name: "certified", type: "YESNO", label: "Certified?" } as const;

type Start = {
  start: FieldAttrs;
  published?: Omit<FrozenField, "fid">;
  onSet?: (change: FieldAttrs) => void;
};

function Settings({ start, published, onSet }: Start) {
  const [attrs, setAttrs] = useState(start);
  const field = fieldFromAttrs(attrs);
  const set = (change: FieldAttrs) => {
    onSet?.(change);
    setAttrs((now) => ({ ...now, ...change }));
  };
  return (
    <>
      <FieldSettings
        field={field}
        faults={{}}
        published={published && { fid: "b", ...published }}
        set={set}
      />
      <ConditionGroup
        field={field}
        fields={[fieldFromAttrs(certified), field]}
        faults={{}}
        groups={useGroupChoices()}
        set={set}
      />
    </>
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

test("the focus follows a moved option and stays on its button at the end of the list", async () => {
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

test("adding a column or a rule moves the focus into it", async () => {
  renderOnPage(<Settings start={{ fid: "b", type: "TABLE", columns: [{ name: "site", label: "Site" }] }} />);
  await press("Add a column");
  await focusOn("Label of column 2");
  await press("Add a scoring rule");
  await focusOn("Comparison of rule 1");
});

test("adding or removing a condition moves the focus to the next condition or to the button", async () => {
  renderOnPage(<Settings start={{ fid: "b", type: "TEXT" }} />);
  await press("Add a condition");
  await focusOn("Field of condition 1");
  await press("Add a condition");
  await focusOn("Field of condition 2");
  await press("Remove condition 1");
  await focusOn("Field of condition 1");
  await press("Remove condition 1");
  await focusOn("Add a condition");
});

test("one condition is stored alone, several as all or any, and 10 are the most", async () => {
  const changes: FieldAttrs[] = [];
  renderOnPage(<Settings start={{ fid: "b", type: "TEXT" }} onSet={(change) => changes.push(change)} />);
  const yes = { field: "certified", operator: "equals", value: true } as const;
  const no = { ...yes, value: false };
  const answered = { field: "certified", operator: "answered" } as const;
  await press("Add a condition");
  expect(changes.at(-1)).toEqual({ visibleWhen: yes });
  await press("Add a condition");
  expect(changes.at(-1)).toEqual({ visibleWhen: { all: [yes, yes] } });
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: /must be met/ }),
    "Any condition is met",
  );
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Value of condition 2" }), "No");
  expect(changes.at(-1)).toEqual({ visibleWhen: { any: [yes, no] } });
  await userEvent.selectOptions(
    screen.getByRole("combobox", { name: "Comparison of condition 1" }),
    "is answered",
  );
  expect(changes.at(-1)).toEqual({ visibleWhen: { any: [answered, no] } });
  await press("Remove condition 1");
  expect(changes.at(-1)).toEqual({ visibleWhen: no });
  for (let count = 1; count < 10; count += 1) await press("Add a condition");
  expect(screen.queryByRole("button", { name: "Add a condition" })).toBeNull();
});

const storedTexts = (what: "option" | "column") =>
  screen
    .getAllByRole<HTMLInputElement>("textbox", { name: new RegExp(`^(Value|Label) of ${what}`) })
    .map(({ value }) => value);
const input = (name: string) => screen.getByRole<HTMLInputElement>("textbox", { name });
const write = async (name: string, text: string) => {
  await userEvent.clear(input(name));
  await userEvent.type(input(name), text);
};

test("a published value stays when its label changes; the value of a new option follows its label and is unique", async () => {
  renderOnPage(
    <Settings
      start={{ fid: "b", type: "SINGLE_CHOICE", options: options.slice(0, 2) }}
      published={{ options: [...options, { value: "option_3", label: "Four" }], columns: [] }}
    />,
  );
  await write("Label of option 1", "Eins");
  expect(input("Value of option 1").readOnly).toBe(true);
  await press("Add an option");
  await write("Label of option 3", "three");
  expect(storedTexts("option")).toEqual(["Eins", "one", "two", "two", "three", "three_2"]);
  expect(input("Value of option 3").readOnly).toBe(false);
  input("Label of option 2").focus();
  await userEvent.paste("Zwei\nVier");
  expect(storedTexts("option").slice(2, 6)).toEqual(["Zwei", "two", "Vier", "vier"]);
});

test("a removed published option gets its value back when its label is complete", async () => {
  renderOnPage(
    <Settings
      start={{ fid: "b", type: "SINGLE_CHOICE", options: options.slice(0, 1) }}
      published={{
        options: [
          ...options.slice(0, 1),
          { value: "2", label: "Yes" },
          { value: "3", label: "Yes, in part" },
        ],
        columns: [],
      }}
    />,
  );
  await press("Add an option");
  await write("Label of option 2", "Yes, in part");
  expect(storedTexts("option").slice(2)).toEqual(["Yes, in part", "yes_in_part"]);
  await userEvent.tab();
  expect(storedTexts("option").slice(2)).toEqual(["Yes, in part", "3"]);
  await press("Add an option");
  await userEvent.paste("Yes\nYes, in part\nNo");
  expect(storedTexts("option").slice(4)).toEqual(["Yes", "2", "Yes, in part", "yes_in_part", "No", "no"]);
});

test("a typed value can equal a published value until the input loses the focus", async () => {
  renderOnPage(
    <Settings
      start={{
        fid: "b",
        type: "SINGLE_CHOICE",
        options: [{ value: "2", label: "Two" }, ...options.slice(0, 1)],
      }}
      published={{ options: ["1", "2"].map((value) => ({ value, label: `Level ${value}` })), columns: [] }}
    />,
  );
  await write("Value of option 2", "15");
  expect(storedTexts("option")).toEqual(["Two", "2", "one", "15"]);
  await write("Value of option 2", "1");
  await userEvent.tab();
  expect(input("Value of option 2").readOnly).toBe(true);
});

test("a published column keeps its name and type", async () => {
  const columns = [{ name: "column_1", label: "Column 1" }] as const;
  const storedColumn = { ...columns[0], type: "TEXT" as const, required: false, options: [] };
  const changes: FieldAttrs[] = [];
  const published = { fid: "b", options: [], columns: [storedColumn] };
  const field = fieldFromAttrs({ fid: "b", type: "TABLE", columns });
  renderOnPage(
    <FieldSettings field={field} faults={{}} published={published} set={(change) => changes.push(change)} />,
  );
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Type of column 1" }).disabled).toBe(true);
  input("Label of column 1").focus();
  input("Label of column 1").select();
  await userEvent.paste("Site");
  expect(changes).toEqual([{ columns: [{ name: "column_1", label: "Site" }] }]);
});

test("a removed published column gets its name, type and options back", async () => {
  const risk: FrozenField["columns"][number] = {
    name: "risk_1",
    label: "Risk",
    type: "SINGLE_CHOICE",
    required: false,
    options,
  };
  const changes: FieldAttrs[] = [];
  renderOnPage(
    <Settings
      start={{ fid: "b", type: "TABLE" }}
      published={{ options: [], columns: [risk] }}
      onSet={(change) => changes.push(change)}
    />,
  );
  await press("Add a column");
  await write("Label of column 1", "Risk");
  await userEvent.tab();
  expect(changes.at(-1)).toEqual({
    columns: [{ name: "risk_1", label: "Risk", type: "SINGLE_CHOICE", options }],
  });
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Type of column 1" }).disabled).toBe(true);
});
