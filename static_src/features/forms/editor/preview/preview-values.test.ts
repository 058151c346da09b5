import { expect, test } from "vitest";
import { walk } from "../../../../domain/questionnaire/rules/walk";
import { fieldNode, formOf } from "../../../../testing/form-documents";
import { fittingValues, listedValues } from "./preview-values";

const fields = walk(
  formOf(
    fieldNode("a", { label: "First" }),
    fieldNode("b", { label: "Second" }),
    fieldNode("files", { type: "FILE", label: "Certificates" }),
  ),
);
const file = (filename: string) => ({ attachmentId: 1, filename, size: 1, contentType: "application/pdf" });

test("the panel lists values in the order of the form, files by name, without reserved keys and empty answers", () => {
  const values = { __a: "x", b: "two", a: "one", files: [file("iso.pdf"), file("tax.pdf")], empty: null };
  expect(listedValues(values, fields)).toEqual([
    { key: "a", label: "First", text: "one" },
    { key: "b", label: "Second", text: "two" },
    { key: "files", label: "Certificates", text: "iso.pdf, tax.pdf" },
  ]);
  expect(listedValues({ __a: 1, b: "two" }, fields).map(({ key }) => key)).toEqual(["b"]);
});

test("only reserved values and values of existing fields remain", () => {
  expect(fittingValues({ __a: 1, a: "one", gone: "x", b: null }, fields)).toEqual({ __a: 1, a: "one" });
});
