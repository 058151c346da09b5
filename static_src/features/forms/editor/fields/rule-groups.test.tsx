import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { type FieldAttrs, fieldFromAttrs } from "../../../../domain/questionnaire/rules/types";
import { renderOnPage } from "../../../../testing/page";
import type { FieldFaults } from "./field-faults";
import { PanelGroup, useGroupChoices } from "./panel-group";
import { ConditionGroup, ScoringGroup } from "./rule-groups";

const certified = { fid: "a", name: "certified", type: "YESNO", label: "Certified?" } as const;
const rule = { operator: "equals", operand: true, points: 10 } as const;

function Groups({ start, faults = {} }: { start: FieldAttrs; faults?: FieldFaults }) {
  const [attrs, setAttrs] = useState(start);
  const field = fieldFromAttrs(attrs);
  const props = {
    field,
    faults,
    groups: useGroupChoices(),
    set: (change: FieldAttrs) => setAttrs((now) => ({ ...now, ...change })),
  };
  return (
    <>
      <PanelGroup title="Answer" groups={props.groups} summary="Optional">
        <input aria-label="Hint" />
      </PanelGroup>
      <ConditionGroup {...props} fields={[field]} />
      <ScoringGroup {...props} />
    </>
  );
}

const toggle = (name: RegExp) => screen.getByRole("button", { name });
const isOpen = (name: RegExp) => toggle(name).getAttribute("aria-expanded") === "true";
const press = async (element: HTMLElement) => {
  element.focus();
  await userEvent.keyboard("{Enter}");
};

test("the keyboard closes and opens a group; closed, it says what it contains", async () => {
  renderOnPage(<Groups start={certified} />);
  expect(toggle(/^Answer/).textContent).toBe("Answer");
  await press(toggle(/^Answer/));
  expect(toggle(/^Answer/).textContent).toBe("AnswerOptional");
  expect(screen.queryByRole("textbox", { name: "Hint" })).toBeNull();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("textbox", { name: "Hint" })).toBeTruthy();
});

test("scoring is closed without rules; its button adds the first rule and opens it", async () => {
  renderOnPage(<Groups start={{ ...certified, topic: "Quality" }} />);
  expect(isOpen(/^Scoring/)).toBe(false);
  expect(toggle(/^Scoring/).textContent).toBe("ScoringQuality, Not scored");
  await press(screen.getByRole("button", { name: "Add a scoring rule" }));
  expect(isOpen(/^Scoring/)).toBe(true);
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("combobox", { name: "Comparison of rule 1" })),
  );
  await press(screen.getByRole("button", { name: "Remove rule 1" }));
  await waitFor(() => expect(document.activeElement).toBe(toggle(/^Scoring/)));
  expect(screen.getAllByRole("button", { name: "Add a scoring rule" })).toHaveLength(1);
});

test("a group with an error can't be closed", async () => {
  renderOnPage(
    <Groups start={{ ...certified, scoring: [rule] }} faults={{ scoring: ["Rule 1 has no points."] }} />,
  );
  await press(toggle(/^Scoring/));
  expect(isOpen(/^Scoring/)).toBe(true);
  expect(screen.getByText("Rule 1 has no points.")).toBeTruthy();
});

test("a condition needs another question", () => {
  renderOnPage(<Groups start={certified} />);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Add a condition" }).disabled).toBe(true);
  expect(screen.getByText("Needs another question")).toBeTruthy();
});
