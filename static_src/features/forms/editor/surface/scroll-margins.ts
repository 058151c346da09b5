import { Extension } from "@tiptap/core";
import { Plugin } from "@tiptap/pm/state";
import type { EditorView } from "@tiptap/pm/view";

const room = 8;

/**
 * Scroll margins for the sticky toolbar and, on narrow screens, the bottom sheet, so that they do not cover the cursor
 * or a selected field.
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

/** Return the height that the toolbar covers at the top of the window, px. */
function coveredAbove({ dom }: EditorView): number {
  return Math.max(
    0,
    dom.closest(".form-main")?.querySelector(".form-bar")?.getBoundingClientRect().bottom ?? 0,
  );
}

/** Return the height that the sheet covers at the bottom of the window, px. */
function coveredBelow({ dom }: EditorView): number {
  const sheet = dom.closest(".form-columns")?.querySelector(".form-side");
  if (!sheet || getComputedStyle(sheet).position !== "fixed") return 0;
  return sheet.getBoundingClientRect().height;
}
