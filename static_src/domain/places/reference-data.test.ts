import { expect, test } from "vitest";
import { matchingCurrencies } from "./reference-data";

const list = [
  ["AUD", "Australian dollar"],
  ["BBD", "Barbadian dollar"],
  ["BMD", "Bermudian dollar"],
  ["BND", "Brunei dollar"],
  ["BSD", "Bahamian dollar"],
  ["BZD", "Belize dollar"],
  ["CAD", "Canadian dollar"],
  ["EUR", "Euro"],
  ["FJD", "Fijian dollar"],
  ["GYD", "Guyanaese dollar"],
  ["HKD", "Hong Kong dollar"],
  ["RUB", "Russian ruble"],
  ["USD", "US dollar"],
  ["USN", "US dollar (next day)"],
].map(([code = "", name = ""]) => ({ code, name })); // prettier-ignore
const codesFor = (text: string) => matchingCurrencies(list, text).map(({ code }) => code);

test("the likeliest currency is the first match", () => {
  expect(codesFor("dollar").slice(0, 3)).toEqual(["USD", "CAD", "AUD"]);
  expect(codesFor("dollar")).toHaveLength(10);
  expect(codesFor("usd")).toEqual(["USD"]);
  expect(codesFor("us")).toEqual(["USD", "USN", "AUD", "RUB"]);
  expect(codesFor(" euro ")).toEqual(["EUR"]);
  expect(codesFor("").slice(0, 4)).toEqual(["USD", "EUR", "CAD", "AUD"]);
  expect(codesFor("x")).toEqual(["USN"]);
});
