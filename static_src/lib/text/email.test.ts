import { expect, test } from "vitest";
import { isEmail } from "./email";

test.each([
  "a@b.co",
  "jana.bergmann+x@bergmann-praezision.de",
  " a@b.co ",
  "einkauf@bücher.de",
  "zakaz@пример.рф",
  "zakaz@xn--e1afmkfd.xn--p1ai",
])("%s is an address", (text) => expect(isEmail(text)).toBe(true));
test.each([
  "",
  "a",
  "a@b",
  "a b@c.de",
  "a@b..de",
  "a@-b.de",
  "a@b.c",
  "a@b.de, c@d.de",
  "ｇｉｎａ@b.de",
  "gina１@b.de",
])("%s is not an address", (text) => expect(isEmail(text)).toBe(false));
