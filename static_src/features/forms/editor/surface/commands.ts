import { GapCursor } from "@tiptap/pm/gapcursor";
import type { Node as DocumentNode, ResolvedPos } from "@tiptap/pm/model";
import {
  type EditorState,
  NodeSelection,
  Selection,
  TextSelection,
  type Transaction,
} from "@tiptap/pm/state";
import { type FieldAttrs, tallTypes } from "../../../../domain/questionnaire/rules/types";
import { changeConditions } from "../fields/condition-groups";
import { selectedField } from "../fields/field-guard";
import { fieldsIn, findField, takenNames } from "../fields/field-identity";
import { freeName, newFid } from "../fields/field-names";
import {
  findRenamedValue,
  renameInConditions,
  type ValueRename,
  withOwnRules,
} from "../fields/field-option-values";
import { topicAt } from "./sections";

/** ProseMirror command: returns true if it applies, and runs if `dispatch` is passed. */
export type Command = (state: EditorState, dispatch?: (tr: Transaction) => void) => boolean;

export interface Placement {
  /** Insert into the sentence at the cursor if possible, otherwise on a new line. */
  inline?: boolean;
  /** Range to delete first: the text typed for the slash menu. */
  replacing?: { from: number; to: number };
}

/** Insert a field at the cursor and select it. Its default topic is the section above it. */
export function insertField(attrs: FieldAttrs, placement: Placement = {}): Command {
  return (state, dispatch) => {
    const { dvField, dvFieldBlock } = state.schema.nodes;
    if (!dvField || !dvFieldBlock) return false;
    const { tr } = state;
    if (placement.replacing) tr.delete(placement.replacing.from, placement.replacing.to);
    const { $from } = tr.selection;
    const isInline =
      placement.inline === true && !tallTypes.has(attrs.type ?? "TEXT") && $from.parent.inlineContent;
    const topic = attrs.topic || topicAt(tr.doc, tr.selection.to);
    const node = (isInline ? dvField : dvFieldBlock).create({ ...attrs, topic: topic || null });
    const pos = isInline ? insertInline(tr, node) : insertBlock(tr, node);
    if (pos === null) return false;
    dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, pos)).scrollIntoView());
    return true;
  };
}

function insertInline(tr: Transaction, node: DocumentNode): number | null {
  const { from, to } = tr.selection;
  tr.replaceWith(from, to, node);
  return from;
}

/** Insert a block in place of the empty line at the cursor, or below the block of the cursor. Returns its position. */
export function insertBlock(tr: Transaction, node: DocumentNode): number | null {
  const { selection } = tr;
  const { $from } = selection;
  const isEmptyLine = $from.parent.isTextblock && $from.parent.content.size === 0 && $from.depth > 0;
  if (isEmptyLine && $from.parent.type.name === "paragraph") {
    const pos = $from.before();
    tr.replaceWith(pos, pos + $from.parent.nodeSize, node);
    return pos;
  }
  const after = blockEnd(selection);
  tr.insert(after, node);
  return after;
}

/** Return the position after the block that contains the end of the selection. */
function blockEnd(selection: Selection): number {
  if (selection instanceof NodeSelection && selection.node.isBlock) return selection.to;
  const { $to } = selection;
  for (let depth = $to.depth; depth > 0; depth -= 1) {
    if ($to.node(depth).isTextblock) return $to.after(depth);
  }
  return $to.pos;
}

/** Insert a copy of the selected field after it, with a new id and name. */
export const copyField: Command = (state, dispatch) => {
  const field = selectedField(state);
  if (!field) return false;
  if (!dispatch) return true;
  const { node, pos } = field;
  const name = freeName(String(node.attrs.name), takenNames(state.doc));
  const after = pos + node.nodeSize;
  const tr = state.tr.insert(
    after,
    node.type.create({ ...node.attrs, fid: newFid(), name }, null, node.marks),
  );
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, after)).scrollIntoView());
  return true;
};

/** Delete the selected field. */
export const deleteField: Command = (state, dispatch) => {
  const field = selectedField(state);
  if (!field) return false;
  if (!dispatch) return true;
  const tr = state.tr.delete(field.pos, field.pos + field.node.nodeSize);
  dispatch(
    tr
      .setSelection(Selection.near(tr.doc.resolve(Math.min(field.pos, tr.doc.content.size))))
      .scrollIntoView(),
  );
  return true;
};

/** Change the selected field from its own line to within a sentence, or back. */
export const toggleInline: Command = (state, dispatch) => {
  const field = selectedField(state);
  const { dvField, dvFieldBlock, paragraph } = state.schema.nodes;
  if (!field || !dvField || !dvFieldBlock || !paragraph) return false;
  const { node, pos } = field;
  if (node.isBlock && tallTypes.has(node.attrs.type)) return false;
  if (!dispatch) return true;
  const { tr } = state;
  if (node.isBlock) {
    tr.replaceWith(pos, pos + node.nodeSize, paragraph.create(null, dvField.create(node.attrs)));
    dispatch(tr.setSelection(NodeSelection.create(tr.doc, pos + 1)).scrollIntoView());
    return true;
  }
  const $pos = state.doc.resolve(pos);
  const isAlone = $pos.parent.childCount === 1 && $pos.parent.type === paragraph;
  const block = dvFieldBlock.create(node.attrs);
  if (isAlone) {
    tr.replaceWith($pos.before(), $pos.after(), block);
    tr.setSelection(NodeSelection.create(tr.doc, $pos.before()));
  } else {
    const after = $pos.after() - node.nodeSize;
    tr.delete(pos, pos + node.nodeSize).insert(after, block);
    tr.setSelection(NodeSelection.create(tr.doc, after));
  }
  dispatch(tr.scrollIntoView());
  return true;
};

/** Move the selected field, or the block with the cursor, one step up (-1) or down (1). */
export function moveBlock(step: -1 | 1): Command {
  return (state, dispatch) => {
    const field = selectedField(state);
    if (field?.node.isInline) return moveInline(state, step, dispatch);
    const from = field ? state.doc.resolve(field.pos) : blockStart(state.selection);
    return from ? moveBlockAt(state, from, step, dispatch) : false;
  };
}

/**
 * Return the start of the innermost movable block at the cursor. The first line of a list item moves the whole item.
 */
function blockStart({ $from }: Selection): ResolvedPos | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.isTextblock) {
      const parent = $from.node(depth - 1);
      const isOnlyPart = parent.type.name === "listItem" && $from.index(depth - 1) === 0;
      return $from.doc.resolve($from.before(isOnlyPart ? depth - 1 : depth));
    }
  }
  return null;
}

function moveBlockAt(
  state: EditorState,
  $pos: ResolvedPos,
  step: -1 | 1,
  dispatch?: (tr: Transaction) => void,
): boolean {
  const node = $pos.nodeAfter;
  const { parent } = $pos;
  const index = $pos.index();
  if (!node) return false;
  const neighbour = index + step >= 0 && index + step < parent.childCount ? parent.child(index + step) : null;
  if (!neighbour && $pos.depth === 0) return false;
  if (!neighbour && node.type.name === "listItem") return false;
  if (!dispatch) return true;
  const { tr } = state;
  const offset = state.selection.from - $pos.pos;
  let to: number;
  if (neighbour) {
    to = step < 0 ? $pos.pos - neighbour.nodeSize : $pos.pos + neighbour.nodeSize;
    tr.delete($pos.pos, $pos.pos + node.nodeSize).insert(to, node);
  } else {
    const depth = containerDepth($pos);
    to = step < 0 ? $pos.before(depth) : $pos.after(depth);
    if (step < 0) {
      tr.deleteRange($pos.pos, $pos.pos + node.nodeSize).insert(to, node);
    } else {
      tr.insert(to, node).deleteRange($pos.pos, $pos.pos + node.nodeSize);
      to = tr.mapping.slice(1).map(to);
    }
  }
  dispatch(selectMoved(tr, to, offset, state.selection).scrollIntoView());
  return true;
}

/** Return the depth of the container that a block without a neighbour leaves: a whole list, table or quotation. */
function containerDepth($pos: ResolvedPos): number {
  return Math.max(1, $pos.depth - ($pos.parent.type.name === "listItem" ? 1 : 0) - cellDepth($pos));
}

function cellDepth($pos: ResolvedPos): number {
  return /^table(Cell|Header)$/.test($pos.parent.type.name) ? 2 : 0;
}

function selectMoved(tr: Transaction, to: number, offset: number, before: Selection): Transaction {
  if (before instanceof NodeSelection) return tr.setSelection(NodeSelection.create(tr.doc, to));
  return tr.setSelection(Selection.near(tr.doc.resolve(Math.min(to + offset, tr.doc.content.size))));
}

/** Move an inline field past the text or field next to it; at the end of a block, into the next block with text. */
function moveInline(state: EditorState, step: -1 | 1, dispatch?: (tr: Transaction) => void): boolean {
  const field = selectedField(state);
  if (!field) return false;
  const { node, pos } = field;
  const $pos = state.doc.resolve(pos);
  const index = $pos.index();
  const { parent } = $pos;
  const neighbour = index + step >= 0 && index + step < parent.childCount ? parent.child(index + step) : null;
  const to = neighbour ? pos + step * neighbour.nodeSize : nextTextPosition(state, $pos, step);
  if (to === null) return false;
  if (!dispatch) return true;
  const { tr } = state;
  tr.delete(pos, pos + node.nodeSize);
  const target = neighbour ? to : tr.mapping.map(to);
  tr.insert(target, node);
  dispatch(tr.setSelection(NodeSelection.create(tr.doc, target)).scrollIntoView());
  return true;
}

function nextTextPosition(state: EditorState, $pos: ResolvedPos, step: -1 | 1): number | null {
  const edge = state.doc.resolve(step < 0 ? $pos.before() : $pos.after());
  const selection = Selection.findFrom(edge, step, true);
  return selection ? selection.head : null;
}

/**
 * Change attributes of the field with this id. A new name and a new option value are also written to the conditions of
 * dependent fields, a new option value also to the scoring rules of the field.
 */
export function setFieldAttrs(fid: string, change: FieldAttrs): Command {
  return (state, dispatch) => {
    const field = findField(state.doc, fid);
    if (!field) return false;
    if (!dispatch) return true;
    const { tr } = state;
    const { attrs } = field.node;
    for (const [name, value] of Object.entries(withOwnRules(attrs, change))) {
      if (attrs[name] !== value) tr.setNodeAttribute(field.pos, name, value ?? null);
    }
    const rename = change.options && findRenamedValue(attrs.options ?? [], change.options);
    if (rename) renameOptionInConditions(tr, String(attrs.name), rename);
    const before = String(attrs.name);
    if (change.name !== undefined && change.name !== before) renameField(tr, before, change.name);
    if (tr.docChanged) dispatch(tr);
    return true;
  };
}

function renameField(tr: Transaction, before: string, name: string): void {
  for (const { node, pos } of fieldsIn(tr.doc)) {
    const changed = changeConditions(node.attrs.visibleWhen, (condition) =>
      condition.field === before ? { ...condition, field: name } : null,
    );
    if (changed) tr.setNodeAttribute(pos, "visibleWhen", changed);
  }
}

function renameOptionInConditions(tr: Transaction, name: string, rename: ValueRename): void {
  for (const { node, pos } of fieldsIn(tr.doc)) {
    const condition = renameInConditions(node.attrs.visibleWhen, name, rename);
    if (condition) tr.setNodeAttribute(pos, "visibleWhen", condition);
  }
}

/**
 * Add a line with a style (heading of level 1 to 3, or 0 for text) after the selected field or picture, with the cursor
 * in it. Does not apply to a selection in text.
 */
export function addLineAfter(level: number): Command {
  return (state, dispatch) => {
    const { selection, schema, tr } = state;
    const type = level === 0 ? schema.nodes.paragraph : schema.nodes.heading;
    if (!type || !(selection instanceof NodeSelection) || !selection.node.isBlock) return false;
    tr.insert(selection.to, type.create(level === 0 ? null : { level }));
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, selection.to + 1)).scrollIntoView());
    return true;
  };
}

/** Select the field with this id and scroll to it. */
export function selectField(fid: string): Command {
  return (state, dispatch) => {
    const field = findField(state.doc, fid);
    if (!field) return false;
    dispatch?.(state.tr.setSelection(NodeSelection.create(state.doc, field.pos)).scrollIntoView());
    return true;
  };
}

/**
 * Move the cursor to the start (-1) or end (1) of the document. If the first or last block is a field, picture or
 * table, the cursor is a gap cursor, and typing there creates a new line.
 */
export function goToEdge(side: -1 | 1): Command {
  return ({ doc, tr }, dispatch) => {
    const text = side < 0 ? Selection.atStart(doc) : Selection.atEnd(doc);
    const gap = new GapCursor(doc.resolve(side < 0 ? 0 : doc.content.size));
    dispatch?.(tr.setSelection(isTextAtEdge(doc, side) ? text : gap).scrollIntoView());
    return true;
  };
}

function isTextAtEdge(doc: DocumentNode, side: -1 | 1): boolean {
  let node: DocumentNode | null = doc;
  while (node && !node.isTextblock && !node.type.spec.isolating)
    node = side < 0 ? node.firstChild : node.lastChild;
  return node?.isTextblock ?? false;
}
