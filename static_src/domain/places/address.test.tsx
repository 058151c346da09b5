import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Address, AddressDisplay } from "./address";

const whole: Address = {
  line1: "12 Foundry Lane",
  line2: "Unit 4",
  city: "Sheffield",
  region: "South Yorkshire",
  zipcode: "S1 2GU",
  country: "GBR",
  countryName: "United Kingdom",
};

function lines(address: Address): (string | null)[] {
  const { container, unmount } = render(<AddressDisplay address={address} />);
  const shown = [...container.querySelectorAll("address > *")].map(({ textContent }) => textContent);
  unmount();
  return shown;
}

test("an address shows its non-empty lines without gaps", () => {
  const all = ["12 Foundry Lane", "Unit 4", "S1 2GU Sheffield", "South Yorkshire", "United Kingdom"];
  expect(lines(whole)).toEqual(all);
  expect(lines({ ...whole, line2: null })).toEqual(all.filter((line) => line !== "Unit 4"));
  expect(lines({ ...whole, region: "" })).toEqual(all.filter((line) => line !== "South Yorkshire"));
  expect(lines({ ...whole, line2: "", region: null, zipcode: null, countryName: null })).toEqual([
    "12 Foundry Lane",
    "Sheffield",
    "GBR",
  ]);
});
