import { expect, test } from "vitest";
import { fittedSize, shrinkPhoto } from "./shrink-photo";

test.each([
  [4000, 3000, 2560, 1920],
  [3000, 4000, 1920, 2560],
  [800, 600, 800, 600],
  [20_000, 10, 2560, 1],
])("a photo of %i by %i becomes %i by %i", (width, height, fittedWidth, fittedHeight) => {
  expect(fittedSize(width, height)).toEqual({ width: fittedWidth, height: fittedHeight });
});

test("a file that is not a photo stays unchanged", async () => {
  const file = new File(["%PDF"], "report.pdf", { type: "application/pdf" });
  expect(await shrinkPhoto(file)).toBe(file);
});
