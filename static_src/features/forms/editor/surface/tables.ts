import { Extension, Node } from "@tiptap/core";
import type { Node as DocumentNode, Schema } from "@tiptap/pm/model";
import { Selection } from "@tiptap/pm/state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  goToNextCell,
  mergeCells,
  splitCell,
  tableEditing,
  toggleHeaderRow,
} from "@tiptap/pm/tables";
import { type Command, insertBlock } from "./commands";
import "./text.scss";
import "../../../../domain/questionnaire/doc-view.scss";

const maxSpan = 50;

const roles: Readonly<Record<string, string>> = {
  table: "table",
  tableRow: "row",
  tableCell: "cell",
  tableHeader: "header_cell",
};

const span = (name: "colspan" | "rowspan") => ({
  default: 1,
  parseHTML: (element: HTMLElement) =>
    Math.min(maxSpan, Math.max(1, Number.parseInt(element.getAttribute(name) ?? "1", 10) || 1)),
  renderHTML: (attrs: Record<string, unknown>) => (attrs[name] === 1 ? {} : { [name]: attrs[name] }),
});

const cellAttributes = () => ({
  colspan: span("colspan"),
  rowspan: span("rowspan"),
  // The table commands of ProseMirror need this attribute; columns have no width here, and it is not stored.
  colwidth: { default: null, rendered: false, parseHTML: () => null },
});

const Table = Node.create({
  name: "table",
  group: "block",
  content: "tableRow+",
  isolating: true,
  parseHTML: () => [{ tag: "table" }],
  renderHTML: () => ["table", { class: "doc-table", dir: "auto" }, ["tbody", 0]],
});

const TableRow = Node.create({
  name: "tableRow",
  content: "(tableCell | tableHeader)+",
  parseHTML: () => [{ tag: "tr" }],
  renderHTML: () => ["tr", 0],
});

const TableCell = Node.create({
  name: "tableCell",
  content: "block+",
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "td" }],
  renderHTML: ({ HTMLAttributes }) => ["td", HTMLAttributes, 0],
});

const TableHeader = Node.create({
  name: "tableHeader",
  content: "block+",
  isolating: true,
  addAttributes: cellAttributes,
  parseHTML: () => [{ tag: "th" }],
  renderHTML: ({ HTMLAttributes }) => ["th", HTMLAttributes, 0],
});

const TableEditing = Extension.create({
  name: "tableEditing",
  extendNodeSchema: ({ name }) => (roles[name] ? { tableRole: roles[name] } : {}),
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const goToCell = (step: 1 | -1) => () => goToNextCell(step)(this.editor.state, this.editor.view.dispatch);
    // In the last cell Tab adds a row; outside of tables both keys move the focus through the page.
    const addRow = () => addRowAfter(this.editor.state, this.editor.view.dispatch) && goToCell(1)();
    return { Tab: () => goToCell(1)() || addRow(), "Shift-Tab": goToCell(-1) };
  },
});

export const tableExtensions = [Table, TableRow, TableCell, TableHeader, TableEditing];

/** Insert a table of 3 columns and 3 rows, the first a heading row, and move the cursor into it. */
export const insertTable: Command = (state, dispatch) => {
  const table = createTable(state.schema, 3, 3);
  const { tr } = state;
  const pos = table && insertBlock(tr, table);
  if (pos === null || pos === undefined) return false;
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(pos + 1), 1)).scrollIntoView());
  return true;
};

function createTable(schema: Schema, rows: number, columns: number): DocumentNode | null {
  const { table, tableRow, tableCell, tableHeader } = schema.nodes;
  if (!table || !tableRow || !tableCell || !tableHeader) return null;
  const row = (index: number) =>
    tableRow.create(
      null,
      Array.from(
        { length: columns },
        () => (index === 0 ? tableHeader : tableCell).createAndFill() as DocumentNode,
      ),
    );
  return table.create(
    null,
    Array.from({ length: rows }, (_, index) => row(index)),
  );
}

/** Commands on the table at the cursor. */
export const tableCommands: readonly { label: string; run: Command; danger?: boolean }[] = [
  { label: "Add a row below", run: addRowAfter },
  { label: "Add a column after", run: addColumnAfter },
  { label: "Heading row on or off", run: toggleHeaderRow },
  { label: "Merge the selected cells", run: mergeCells },
  { label: "Split the cell", run: splitCell },
  { label: "Delete the row", run: deleteRow, danger: true },
  { label: "Delete the column", run: deleteColumn, danger: true },
  { label: "Delete the table", run: deleteTable, danger: true },
];
