import { expect, test } from "vitest";
import type { Column } from "../rules/types";
import { parseCells, pasteCells } from "./table-paste";

const column = (name: string, type: Column["type"], options: Column["options"] = []): Column => ({
  name,
  label: name,
  type,
  required: false,
  options,
});
const columns = [
  column("site", "TEXT"),
  column("own", "YESNO"),
  column("kind", "SINGLE_CHOICE", [{ value: "p", label: "Production" }]),
];

test("a spreadsheet selection is split into cells, also quoted cells with line breaks and quotes; one cell is text", () => {
  expect(parseCells("Ulm\tyes\r\nErfurt\tno\r\n")).toEqual([
    ["Ulm", "yes"],
    ["Erfurt", "no"],
  ]);
  expect(parseCells('"Ulm,\nGermany"\t"a ""b"""')).toEqual([["Ulm,\nGermany", 'a "b"']]);
  expect(parseCells("a\t\n\tb")).toEqual([
    ["a", ""],
    ["", "b"],
  ]);
  expect(parseCells("Ulm")).toBeNull();
  expect(parseCells("Ulm\n")).toBeNull();
  expect(parseCells('"not closed\tb')).toEqual([['"not closed', "b"]]);
});

test("pasted cells fill their columns, rows are added, and cells that do not fit are counted", () => {
  const cells = [
    ["Ulm", "Yes", "production"],
    ["Erfurt", "perhaps", "P", "too far"],
    ["No room", "no", ""],
  ];
  expect(
    pasteCells(columns, [{ site: "x" }, { own: true }], cells, { row: 1, column: 0, maxRows: 3 }),
  ).toEqual({
    rows: [{ site: "x" }, { site: "Ulm", own: true, kind: "p" }, { site: "Erfurt", kind: "p" }],
    skippedCells: 4,
  });
});
