import { expect, test } from "vitest";
import { parseInvitees } from "./parse-invitees";

const calder = {
  organisationName: "Calder & Sons",
  contactName: "Jo Calder",
  contactEmail: "jo@calder.example",
};

test.each([
  ["Calder & Sons; Jo Calder; jo@calder.example"],
  ["Calder & Sons\tJo Calder\tjo@calder.example"],
  ["Calder & Sons | Jo Calder | jo@calder.example"],
  ["Calder & Sons, Jo Calder, jo@calder.example"],
  ['"Calder & Sons","Jo Calder",jo@calder.example'],
  ["jo@calder.example;Calder & Sons;Jo Calder"],
  ["Calder & Sons; Jo Calder <jo@calder.example>"],
  ["Calder & Sons; ; Jo Calder <jo@calder.example>"],
  ["  Calder  &  Sons ;Jo Calder;mailto:jo@calder.example  "],
])("%s", (line) => {
  expect(parseInvitees(line)).toEqual([calder]);
});

test("a name in quotes may contain the separator", () => {
  expect(parseInvitees('"Calder, Sons & Co.",Jo,jo@calder.example')).toEqual([
    { organisationName: "Calder, Sons & Co.", contactName: "Jo", contactEmail: "jo@calder.example" },
  ]);
});

test("rows of a spreadsheet are read by their headings", () => {
  const text =
    "E-mail\tCountry\tContact name\tCompany\r\njo@calder.example\tGB\tJo Calder\tCalder & Sons\r\n";
  expect(parseInvitees(text)).toEqual([calder]);
});

test("people of an address book have no company", () => {
  const text = 'Jo Calder <jo@calder.example>, "Berg, Ada" <ada@berg.example>\n\nlee@lee.example';
  expect(parseInvitees(text)).toEqual([
    { organisationName: "", contactName: "Jo Calder", contactEmail: "jo@calder.example" },
    { organisationName: "", contactName: "Berg, Ada", contactEmail: "ada@berg.example" },
    { organisationName: "", contactName: "", contactEmail: "lee@lee.example" },
  ]);
});

test("a line with another separator, and one with a misspelled address, are read too", () => {
  const text = "A; Jo; jo@a.example\nB\tMax\tmax@b.example\nC; ; nonsense";
  expect(parseInvitees(text)).toEqual([
    { organisationName: "A", contactName: "Jo", contactEmail: "jo@a.example" },
    { organisationName: "B", contactName: "Max", contactEmail: "max@b.example" },
    { organisationName: "C", contactName: "", contactEmail: "nonsense" },
  ]);
});

test("a line without an address is a company, and nothing is nothing", () => {
  expect(parseInvitees("Calder & Sons")).toEqual([
    { organisationName: "Calder & Sons", contactName: "", contactEmail: "" },
  ]);
  expect(parseInvitees(" \n\t\n")).toEqual([]);
});
