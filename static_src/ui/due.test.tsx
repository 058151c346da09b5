import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderOnPage } from "../testing/page";
import { Due } from "./due";

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("a late date is a red chip, a near one an amber chip, a far one plain text", () => {
  renderOnPage(
    <>
      <Due value={dayFromNow(-2)} className="late" />
      <Due value={dayFromNow(2)} className="soon" />
      <Due value={dayFromNow(40)} className="later" />
    </>,
  );
  const toneOf = (name: string) => document.querySelector(`.${name} .soft-badge`)?.className ?? null;
  expect(toneOf("late")).toContain("soft-badge-bad");
  expect(screen.getByText("2 days late")).toBeTruthy();
  expect(toneOf("soon")).toContain("soft-badge-wait");
  expect(toneOf("later")).toBeNull();
});

test("a date whose work is done has no urgency, and without a date nothing is shown", () => {
  renderOnPage(
    <>
      <Due value={dayFromNow(-2)} isDone />
      <Due value={null} className="none" />
    </>,
  );
  expect(document.querySelector(".soft-badge")).toBeNull();
  expect(screen.queryByText(/late/)).toBeNull();
  expect(document.querySelector(".none")).toBeNull();
});
