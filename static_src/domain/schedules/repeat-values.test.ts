import { expect, test } from "vitest";
import { bodyOf, check, valuesOf } from "./repeat-values";

const fixed = { ...valuesOf(null), anchor: "FIXED" as const, nextOn: "01/03/2030" };

test("the form starts with a year, 30 days, the last answers and the contacts of the last round", () => {
  expect(bodyOf(valuesOf(null))).toEqual({
    everyMonths: 12,
    anchor: "AFTER_CLOSE",
    nextOn: null,
    leadDays: 30,
    startsFrom: "LAST_ANSWERS",
    contactIds: null,
    ownerUserId: null,
  });
});

test("a day is sent only for a fixed schedule", () => {
  expect(bodyOf(fixed).nextOn).toBe("2030-03-01");
  expect(bodyOf({ ...fixed, anchor: "AFTER_CLOSE" }).nextOn).toBeNull();
});

test.each([
  ["everyMonths", { everyMonths: "0" }, "Enter 1 to 60 months."],
  ["everyMonths", { everyMonths: "61" }, "Enter 1 to 60 months."],
  ["everyMonths", { everyMonths: "1.5" }, "Enter 1 to 60 months."],
  ["leadDays", { leadDays: "" }, "Enter 1 to 335 days."],
  ["leadDays", { everyMonths: "1", leadDays: "28" }, "Enter 1 to 27 days."],
  ["leadDays", { everyMonths: "60", leadDays: "366" }, "Enter 1 to 365 days."],
  ["nextOn", { nextOn: " " }, "Choose the day on which the next round is due."],
  ["contactIds", { isSameContacts: false }, "Choose at least one contact."],
] as const)("%s of %o is refused", (name, changes, sentence) => {
  expect(check({ ...fixed, ...changes })[name]).toBe(sentence);
});

test("a day that does not exist is refused", () => {
  expect(check({ ...fixed, nextOn: "30/02/2030" }).nextOn).toBeTruthy();
});
