import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";

/** Text after a slash, and its position. */
export interface SlashQuery {
  from: number;
  to: number;
  text: string;
  /** True if the slash is the first character of the line; a field then gets its own line. */
  startsLine: boolean;
}

/** Key handler of the open menu; returns true if it handled the key. */
export type SlashKeys = (event: KeyboardEvent) => boolean;

interface SlashState {
  query: SlashQuery | null;
  /** Position of the slash whose menu was closed by Escape; null otherwise. */
  dismissedAt: number | null;
}

const slashKey = new PluginKey<SlashState>("slash");

export function slashQuery(state: EditorState): SlashQuery | null {
  return slashKey.getState(state)?.query ?? null;
}

/** Return a transaction that closes the menu. */
export function dismissSlash(state: EditorState) {
  return state.tr.setMeta(slashKey, "dismiss");
}

function findQuery(state: EditorState): SlashQuery | null {
  const { selection } = state;
  const { $from } = selection;
  if (!selection.empty || !$from.parent.isTextblock) return null;
  const before = $from.parent.textBetween(
    Math.max(0, $from.parentOffset - 40),
    $from.parentOffset,
    "\0",
    "\ufffc",
  );
  const match = /(?:^|[\s\ufffc])\/([\p{L}\d -]{0,24})$/u.exec(before);
  if (!match) return null;
  const text = match[1] ?? "";
  const from = $from.pos - text.length - 1;
  return { from, to: $from.pos, text, startsLine: from === $from.start() };
}

/** Editor extension of the slash menu: it detects the query and passes keys to the menu first. */
export const SlashMenu = Extension.create<{ onKey: SlashKeys }>({
  name: "slashMenu",
  priority: 1_000,
  addOptions: () => ({ onKey: () => false }),
  addProseMirrorPlugins() {
    const { onKey } = this.options;
    return [
      new Plugin<SlashState>({
        key: slashKey,
        state: {
          init: () => ({ query: null, dismissedAt: null }),
          apply: (tr, before, _old, state) => {
            const query = findQuery(state);
            if (tr.getMeta(slashKey) === "dismiss") return { query: null, dismissedAt: query?.from ?? null };
            const dismissedAt = query && before.dismissedAt === query.from ? query.from : null;
            const isTyping = tr.docChanged || before.query !== null;
            return { query: dismissedAt === null && isTyping ? query : null, dismissedAt };
          },
        },
        props: {
          handleKeyDown: (view, event) => slashQuery(view.state) !== null && onKey(event),
        },
      }),
    ];
  },
});
