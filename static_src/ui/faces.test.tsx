import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { OrgLogo } from "./faces";

function classesOf(id: number, name: string): string {
  const { container } = render(<OrgLogo organisation={{ id, name, logoUrl: null }} />);
  return (container.firstChild as HTMLElement).className;
}

test("an organisation without a logo keeps its colour under another name, and its neighbour has another", () => {
  expect(classesOf(8, "Bergmann")).toBe(classesOf(8, "Bergmann Holding"));
  expect(classesOf(8, "Bergmann")).not.toBe(classesOf(9, "Bergmann"));
});
