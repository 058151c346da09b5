import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, OrgLogo } from "./faces";

function classesOf(id: number, name: string): string {
  const { container } = render(<OrgLogo organisation={{ id, name, logoUrl: null }} />);
  return (container.firstChild as HTMLElement).className;
}

test("an organisation without a logo keeps its colour after renaming, and the next one has another colour", () => {
  expect(classesOf(8, "Bergmann")).toBe(classesOf(8, "Bergmann Holding"));
  expect(classesOf(8, "Bergmann")).not.toBe(classesOf(9, "Bergmann"));
});

test("a versioned picture has a small variant and the displayed width", () => {
  const { container } = render(
    <Avatar person={{ name: "Ann Lee", picUrl: "/files/7?v=0123456789abcdef" }} size="lg" />,
  );
  const image = container.querySelector("img");
  expect(image?.getAttribute("srcset")).toBe(
    "/files/7?v=0123456789abcdef&size=small 96w, /files/7?v=0123456789abcdef 320w",
  );
  expect(image?.getAttribute("sizes")).toBe("48px");
});

test("a picture for readers without a sign-in has one size", () => {
  const { container } = render(<Avatar person={{ name: "Ann Lee", picUrl: "/files/picture/7/abc" }} />);
  expect(container.querySelector("img")?.hasAttribute("srcset")).toBe(false);
});

test.each([
  ["Northlight Pumps Ltd", "NP"],
  ["Müller GmbH & Co. KG", "M"],
  ["Nowak Metal Sp. z o.o.", "NM"],
  ["Novak Kovo s.r.o.", "NK"],
  ["Meridian Surgical Inc.", "MS"],
  ["Lindqvist Stål AB", "LS"],
  ["AB", "A"],
])("the initials of an organisation leave out its legal form (%s)", (name, initials) => {
  const { container } = render(<OrgLogo organisation={{ id: 8, name }} />);
  expect(container.textContent).toBe(initials);
});

test("the initials of a person do not", () => {
  const { container } = render(<Avatar person={{ name: "Jana Ag" }} />);
  expect(container.textContent).toBe("JA");
});
