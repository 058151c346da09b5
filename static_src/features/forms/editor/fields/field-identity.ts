import { Extension } from "@tiptap/core";
import type { Node as DocumentNode, Fragment } from "@tiptap/pm/model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "@tiptap/pm/state";
import { AddMarkStep, RemoveMarkStep, ReplaceAroundStep, ReplaceStep } from "@tiptap/pm/transform";
import { changeConditions } from "./condition-groups";
import { freeName, nameFault, newFid } from "./field-names";
import { isField } from "./field-nodes";

export interface FieldPosition {
  node: DocumentNode;
  pos: number;
}

/** Return the fields of a document in order. */
export function fieldsIn(doc: DocumentNode): FieldPosition[] {
  const fields: FieldPosition[] = [];
  doc.descendants((node, pos) => {
    if (isField(node)) fields.push({ node, pos });
  });
  return fields;
}

/** Find the field with this id; null if the document does not have it. */
export function findField(doc: DocumentNode, fid: string): FieldPosition | null {
  return fieldsIn(doc).find(({ node }) => node.attrs.fid === fid) ?? null;
}

/** Return the names of all fields except one. */
export function takenNames(doc: DocumentNode, exceptFid?: string): Set<string> {
  return new Set(
    fieldsIn(doc)
      .filter(({ node }) => node.attrs.fid !== exceptFid)
      .map(({ node }) => String(node.attrs.name)),
  );
}

const knownFidsKey = new PluginKey<ReadonlySet<string>>("seenFields");

/**
 * Field ids never change and names are unique: every copy of a field gets a new id and name; a field that is cut and
 * pasted, or dragged, keeps them. Conditions between fields that are copied together refer to the copies.
 */
export const FieldIdentity = Extension.create({
  name: "fieldIdentity",
  addProseMirrorPlugins: () => [
    new Plugin<ReadonlySet<string>>({
      key: knownFidsKey,
      state: {
        init: (_, state) => fidsIn(state.doc),
        apply: (tr, knownFids) => (mayAddFields(tr) ? addFids(knownFids, tr.doc) : knownFids),
      },
      appendTransaction: (transactions, before, after) =>
        transactions.some(mayAddFields) ? assignIdentities(transactions, before, after) : null,
    }),
  ],
});

/**
 * Return true if a transaction may add or rename fields. Typed letters do not, so they cause no walk through the
 * document and typing stays fast in a form with 500 fields.
 */
function mayAddFields(tr: Transaction): boolean {
  return tr.steps.some((step) => {
    if (step instanceof ReplaceStep || step instanceof ReplaceAroundStep) return hasField(step.slice.content);
    return !(step instanceof AddMarkStep || step instanceof RemoveMarkStep);
  });
}

function hasField(content: Fragment): boolean {
  let hasMatch = false;
  content.descendants((node) => {
    hasMatch ||= isField(node);
    return !hasMatch;
  });
  return hasMatch;
}

function fidsIn(doc: DocumentNode): Set<string> {
  return new Set(fieldsIn(doc).map(({ node }) => String(node.attrs.fid)));
}

function addFids(knownFids: ReadonlySet<string>, doc: DocumentNode): ReadonlySet<string> {
  const fids = fidsIn(doc);
  return [...fids].every((fid) => knownFids.has(fid)) ? knownFids : new Set([...knownFids, ...fids]);
}

function assignIdentities(
  transactions: readonly Transaction[],
  before: EditorState,
  after: EditorState,
): Transaction | null {
  const fields = fieldsIn(after.doc);
  const copies = findCopies(fields, transactions, before);
  const clashes = findClashes(fields.filter(({ pos }) => !copies.has(pos)));
  if (copies.size === 0 && clashes.length === 0) return null;
  const taken = new Set(
    fields.filter(({ pos }) => !copies.has(pos)).map(({ node }) => String(node.attrs.name)),
  );
  const tr = after.tr;
  const newNames = new Map<string, string>();
  for (const { node, pos } of [...clashes, ...fields.filter((field) => copies.has(field.pos))]) {
    const name = freeName(String(node.attrs.name ?? ""), taken);
    taken.add(name);
    if (copies.has(pos)) {
      tr.setNodeAttribute(pos, "fid", newFid());
      newNames.set(String(node.attrs.name), name);
    }
    if (name !== node.attrs.name) tr.setNodeAttribute(pos, "name", name);
  }
  for (const { node, pos } of fields) {
    if (!copies.has(pos)) continue;
    const changed = changeConditions(node.attrs.visibleWhen, (condition) => {
      const newName = newNames.get(String(condition.field));
      return newName === undefined ? null : { ...condition, field: newName };
    });
    if (changed) tr.setNodeAttribute(pos, "visibleWhen", changed);
  }
  return tr;
}

/** Return the positions of fields that are copies: another field has the same id, or the id is from another form. */
function findCopies(
  fields: readonly FieldPosition[],
  transactions: readonly Transaction[],
  before: EditorState,
): Set<number> {
  const byFid = new Map<string, FieldPosition[]>();
  for (const field of fields) {
    const fid = String(field.node.attrs.fid ?? "");
    const duplicates = byFid.get(fid);
    if (duplicates) duplicates.push(field);
    else byFid.set(fid, [field]);
  }
  const isFromOutside = transactions.some(
    (tr) =>
      tr.getMeta("paste") === true || tr.getMeta("uiEvent") === "paste" || tr.getMeta("uiEvent") === "drop",
  );
  const knownFids = knownFidsKey.getState(before) ?? new Set();
  const copies = new Set<number>();
  for (const [fid, candidates] of byFid) {
    if (candidates.length === 1 && fid && (!isFromOutside || knownFids.has(fid))) continue;
    const original =
      fid && knownFids.has(fid)
        ? findOriginal(candidates, fid, transactions, before)
        : fid && !isFromOutside
          ? candidates[0]
          : null;
    for (const field of candidates) if (field !== original) copies.add(field.pos);
  }
  return copies;
}

/** Return the field that existed before, among several fields with the same id. */
function findOriginal(
  candidates: readonly FieldPosition[],
  fid: string,
  transactions: readonly Transaction[],
  before: EditorState,
): FieldPosition | undefined {
  let pos = findField(before.doc, fid)?.pos;
  if (pos === undefined) return candidates[0];
  for (const tr of transactions) pos = tr.mapping.map(pos);
  return candidates.find((field) => field.pos === pos) ?? candidates[0];
}

/** Return the fields whose name is invalid or belongs to an earlier field. */
function findClashes(fields: readonly FieldPosition[]): FieldPosition[] {
  const names = new Set<string>();
  return fields.filter(({ node }) => {
    const name = String(node.attrs.name ?? "");
    const isClash = nameFault(name, names) !== null;
    names.add(name);
    return isClash;
  });
}
