import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";
import { Decoration, DecorationSet } from "@tiptap/pm/view";
import { fieldsIn } from "../fields/field-identity";
import "../fields/fields.scss";

interface MarkState {
  fids: ReadonlySet<string>;
  marks: DecorationSet;
}

const faultsKey = new PluginKey<MarkState>("faults");

/** Marks of fields with errors in the text. */
export const FaultMarks = Extension.create({
  name: "faultMarks",
  addProseMirrorPlugins: () => [
    new Plugin<MarkState>({
      key: faultsKey,
      state: {
        init: () => ({ fids: new Set<string>(), marks: DecorationSet.empty }),
        apply: (tr, before, _old, state) => {
          const fids = tr.getMeta(faultsKey) as ReadonlySet<string> | undefined;
          if (fids) return { fids, marks: marksOf(state, fids) };
          return tr.docChanged ? { ...before, marks: before.marks.map(tr.mapping, tr.doc) } : before;
        },
      },
      props: { decorations: (state) => faultsKey.getState(state)?.marks },
    }),
  ],
});

function marksOf(state: EditorState, fids: ReadonlySet<string>): DecorationSet {
  const marks = fieldsIn(state.doc)
    .filter(({ node }) => fids.has(String(node.attrs.fid)))
    .map(({ node, pos }) => Decoration.node(pos, pos + node.nodeSize, { class: "faulty" }));
  return DecorationSet.create(state.doc, marks);
}

/** Return a transaction that marks exactly these fields; null if nothing changes. */
export function markFaults(state: EditorState, fids: ReadonlySet<string>) {
  const current = faultsKey.getState(state)?.fids ?? new Set();
  if (current.size === fids.size && [...fids].every((fid) => current.has(fid))) return null;
  return state.tr.setMeta(faultsKey, fids).setMeta("addToHistory", false);
}
