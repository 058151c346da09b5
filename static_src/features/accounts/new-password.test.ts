import { expect, test } from "vitest";
import { passwordFault } from "./new-password";

const owner = { email: "Sofie@lund.example", organisationName: "Lund Medico" };

test.each([
  ["", undefined],
  ["1234567", "The password must have at least 8 characters."],
  ["12345678", undefined],
  ["x".repeat(128), undefined],
  ["x".repeat(129), "The password must have at most 128 characters."],
  ["sofie@LUND.example", "The password must not be your e-mail address."],
  ["lund medico", "The password must not be your organisation's name."],
  ["🔑".repeat(7), "The password must have at least 8 characters."],
])("%s", (password, fault) => {
  expect(passwordFault(password, owner)).toBe(fault);
});
