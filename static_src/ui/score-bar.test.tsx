import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { bandOf, ScoreBar, ScoreCell } from "./score-bar";

test.each([
  [-5, "Weak"],
  [0, "Weak"],
  [39, "Weak"],
  [40, "Fair"],
  [69, "Fair"],
  [70, "Good"],
  [100, "Good"],
])("%i%% is %s", (percent, label) => expect(bandOf(percent).label).toBe(label));

test("the bar stays on its scale, and the tick is at the previous score", () => {
  const { container, rerender } = render(<ScoreBar percent={-20} previous={57} />);
  expect(container.querySelector(".score-value-bad")?.getAttribute("width")).toBe("0");
  expect(container.querySelector(".score-tick-line")?.getAttribute("x1")).toBe("57");
  rerender(<ScoreBar percent={64} />);
  expect(container.querySelector(".score-value-wait")?.getAttribute("width")).toBe("64");
  expect(container.querySelector(".score-tick-line")).toBeNull();
});

test("a score in a list has its value, change and band as text", () => {
  const { container, rerender } = render(<ScoreCell percent={67} previous={75} />);
  expect(container.textContent).toBe("67%−8 since the previous score of 75% (Fair)");
  rerender(<ScoreCell percent={67} previous={67} />);
  expect(container.textContent).toBe("67%0 since the previous score of 67% (Fair)");
  rerender(<ScoreCell percent={67} />);
  expect(container.textContent).toBe("67% (Fair)");
});
