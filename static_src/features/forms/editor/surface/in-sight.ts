import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const room = 8;

/**
 * The tools above the text, and on narrow screens the sheet of properties below it, stay where they are while the text
 * moves: the cursor, or a field that is selected, is brought to where they do not cover it.
 */
export const InSight = Extension.create({
  name: "inSight",
  addProseMirrorPlugins: () => {
    let shown: EditorView | null = null;
    const uncovered = {
      get top() {
        return shown ? coveredAbove(shown) + room : room;
      },
      get bottom() {
        return shown ? coveredBelow(shown) + room : room;
      },
      left: 0,
      right: 0,
    };
    return [
      new Plugin({
        props: { scrollThreshold: uncovered, scrollMargin: uncovered },
        view: (view) => {
          shown = view;
          return {};
        },
      }),
    ];
  },
});

/** How much of the window, from its top, the tools cover, px. */
function coveredAbove({ dom }: EditorView): number {
  return Math.max(
    0,
    dom.closest(".form-main")?.querySelector(".form-bar")?.getBoundingClientRect().bottom ?? 0,
  );
}

/** How much of the window, from its bottom, the sheet of properties covers, px. */
function coveredBelow({ dom }: EditorView): number {
  const sheet = dom.closest(".form-columns")?.querySelector(".form-side");
  if (!sheet || getComputedStyle(sheet).position !== "fixed") return 0;
  return sheet.getBoundingClientRect().height;
}
