import { expect, test } from "vitest";
import { attrsFromText, storedAttrs } from "./attrs";
import { freeName, nameFault, nameFromWords, newField } from "./field-names";

test("names contain only letters, digits and underscores, and reserved or taken names are rejected", () => {
  expect(nameFault("net_turnover2", new Set())).toBeNull();
  expect(nameFault("", new Set())).toBe("A field needs a name.");
  expect(nameFault("__x", new Set())).toContain("reserved");
  expect(nameFault("a b", new Set())).toContain("letters");
  expect(nameFault("é", new Set())).toContain("letters");
  expect(nameFault("a".repeat(65), new Set())).toContain("64");
  expect(nameFault("a", new Set(["a"]))).toBe("Another field is named 'a'.");
});

test("names are derived from words, and a number makes a taken name free", () => {
  expect(nameFromWords("Net turnover (EUR)")).toBe("net_turnover_eur");
  expect(nameFromWords("Größe & Länge")).toBe("grosse_lange");
  expect(nameFromWords("Łódź, Ærø")).toBe("lodz_aero");
  expect(nameFromWords("???")).toBe("");
  expect(freeName("size", new Set(["size", "size_2"]))).toBe("size_3");
  expect(freeName("size_2", new Set(["size_2"]))).toBe("size_3");
  expect(freeName("__bad name", new Set())).toBe("field");
  expect(newField("NUMBER", new Set(["number_1"])).name).toBe("number_2");
});

test("untrusted attributes are reduced to valid field attributes", () => {
  expect(attrsFromText('{"type":"TEXT","label":"A","onclick":"x","weight":"9","options":"no"}')).toEqual({
    type: "TEXT",
    label: "A",
  });
  expect(attrsFromText('{"type":"SCRIPT"}')).toBeNull();
  expect(attrsFromText("[]")).toBeNull();
  expect(attrsFromText(null)).toBeNull();
  expect(
    storedAttrs({ type: "TEXT", required: false, weight: 1, options: [], hint: "", topic: "T" }),
  ).toEqual({
    type: "TEXT",
    topic: "T",
  });
});
