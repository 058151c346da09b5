import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { LevelPicker } from "./level";

test("levels are radio cards with the exact descriptions, and None is offered only if allowed", () => {
  const meanings = {
    Evaluation: "Being officially evaluated, intending to bring the supplier on as Approved or Contracted.",
    Approved: "Official relationship, no contract yet.",
    Contracted: "A contract exists.",
    Preferred: "On the preferred list.",
  };
  const shown = () =>
    Object.fromEntries(
      screen
        .getAllByRole<HTMLInputElement>("radio")
        .map((radio) => [radio.value, radio.labels?.[0]?.textContent]),
    );
  const said = (texts: Record<string, string>) =>
    Object.fromEntries(Object.entries(texts).map(([level, text]) => [level, `${level}${text}`]));
  const { rerender } = render(<LevelPicker value="Evaluation" onChange={() => {}} />);
  expect(shown()).toEqual(said(meanings));
  expect(screen.getByRole("radio", { name: /^Evaluation/ })).toHaveProperty("checked", true);
  rerender(<LevelPicker value="Evaluation" onChange={() => {}} allowNone />);
  expect(shown()).toEqual(
    said({ None: "No official relationship yet, or one that has ended.", ...meanings }),
  );
});
