import { expect, test } from "vitest";
import { matchingCurrencies, matchingTimeZones } from "./reference-data";

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

const zones = [
  ["UTC", ""],
  ["Africa/Abidjan", "Côte d’Ivoire"],
  ["America/New_York", "United States"],
  ["America/North_Dakota/New_Salem", "United States"],
  ["Asia/Tokyo", "Japan"],
  ["Europe/Berlin", "Germany"],
  ["Europe/London", "United Kingdom"],
].map(([name = "", country = ""]) => ({ name, country }));
const zonesFor = (text: string, own?: string) => matchingTimeZones(zones, text, own).map(({ name }) => name);

test("a time zone is found by city and country, the city first", () => {
  expect(zonesFor("new york")).toEqual(["America/New_York"]);
  expect(zonesFor("new")[0]).toBe("America/New_York");
  expect(zonesFor("GERMANY")).toEqual(["Europe/Berlin"]);
  expect(zonesFor("cote")).toEqual(["Africa/Abidjan"]);
  expect(zonesFor("europe/l")).toEqual(["Europe/London"]);
  expect(zonesFor("atlantis")).toEqual([]);
});

test("without a text the browser's own time zone is first", () => {
  expect(zonesFor("", "Asia/Tokyo").slice(0, 2)).toEqual(["Asia/Tokyo", "UTC"]);
  expect(zonesFor("")[0]).toBe("UTC");
});
