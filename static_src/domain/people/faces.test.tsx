import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, OrgLogo } from "./faces";

function classesOf(id: number, name: string): string {
  const { container } = render(<OrgLogo organisation={{ id, name, logoUrl: null }} />);
  return (container.firstChild as HTMLElement).className;
}

test("an organisation without a logo keeps its colour under another name, and its neighbour has another", () => {
  expect(classesOf(8, "Bergmann")).toBe(classesOf(8, "Bergmann Holding"));
  expect(classesOf(8, "Bergmann")).not.toBe(classesOf(9, "Bergmann"));
});

test("a picture with a version is offered in the small size too, at the width that it is shown at", () => {
  const { container } = render(
    <Avatar person={{ name: "Ann Lee", picUrl: "/files/7?v=0123456789abcdef" }} size="lg" />,
  );
  const image = container.querySelector("img");
  expect(image?.getAttribute("srcset")).toBe(
    "/files/7?v=0123456789abcdef&size=small 96w, /files/7?v=0123456789abcdef 320w",
  );
  expect(image?.getAttribute("sizes")).toBe("48px");
});

test("a picture that readers without a sign-in see has one size", () => {
  const { container } = render(<Avatar person={{ name: "Ann Lee", picUrl: "/files/picture/7/abc" }} />);
  expect(container.querySelector("img")?.hasAttribute("srcset")).toBe(false);
});
