import { Extension } from "@tiptap/core";
import { type EditorState, Plugin, PluginKey } from "@tiptap/pm/state";

/** What was typed after a slash, and where it stands. */
export interface SlashQuery {
  from: number;
  to: number;
  text: string;
  /** Whether the slash begins the line: a field then takes a line of its own. */
  startsLine: boolean;
}

/** Keys that the open menu takes; it says whether it did. */
export type SlashKeys = (event: KeyboardEvent) => boolean;

interface SlashState {
  query: SlashQuery | null;
  /** Closed by Escape: it stays so until another slash is typed. */
  dismissedAt: number | null;
}

const slashKey = new PluginKey<SlashState>("slash");

export function slashQuery(state: EditorState): SlashQuery | null {
  return slashKey.getState(state)?.query ?? null;
}

/** The meta that closes the menu. */
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
  const found = /(?:^|[\s\ufffc])\/([\p{L}\d -]{0,24})$/u.exec(before);
  if (!found) return null;
  const text = found[1] ?? "";
  const from = $from.pos - text.length - 1;
  return { from, to: $from.pos, text, startsLine: from === $from.start() };
}

/** The slash menu's part in the editor: it finds what was typed, and gives the menu the keys first. */
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
