import { useEffect, useMemo } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { classNames } from "../../ui/class-names";
import { AnswerStore } from "./answer-store";
import { type DocExtras, type DocMode, DocProvider } from "./doc-context";
import { DocNodes } from "./doc-nodes";
import { DocParts } from "./doc-parts";
import { fieldId, sectionId } from "./field-ids";
import { loadPatterns } from "./rules/pattern-check";
import { type DocNode, type FormDocument, isFieldNode, isHeading, type Values } from "./rules/types";
import { nodesIn, type PlacedField } from "./rules/walk";
import "./doc-view-answers.scss";

type Props = DocExtras & {
  doc: FormDocument;
  /** The fields of this document, from `walk` or `walkForms`. */
  fields: readonly PlacedField[];
  /** "form" shows controls, "readonly" shows answers as text. */
  mode: DocMode;
  /** The answers; required in mode "form". */
  store?: AnswerStore | undefined;
  /** The answers of a read-only view without a store. */
  values?: Values | undefined;
  /** Omit the title of the document, for pages that already show it. */
  hideTitle?: boolean | undefined;
  /** Key of the field to scroll to and highlight. */
  highlighted?: string | null | undefined;
  /** Keys of the fields to show, with the headings of their sections; null for all. */
  only?: ReadonlySet<string> | null | undefined;
  /** Keys of the answered fields to fold on phones. Without it the sections have no wrapping elements. */
  folded?: ReadonlySet<string> | undefined;
  /** Called with the keys of a fold that the user opens. */
  onUnfold?: ((keys: readonly string[]) => void) | undefined;
  className?: string | undefined;
};

/**
 * Form document with its fields, for responders and read-only views, on the server and in the browser. It does not
 * load the editor. Its headings begin at level 2, below the heading of the page.
 */
export function DocView(props: Props) {
  const { doc, fields, mode, store, values, hideTitle = false, highlighted = null, only = null } = props;
  const {
    below,
    belowSection,
    flagged,
    rwMap,
    upload,
    onSigned,
    signing,
    fileUrl,
    folded,
    onUnfold,
    className,
  } = props;
  const ownStore = useMemo(
    () => store ?? new AnswerStore({ fields, values: values ?? {} }),
    [store, fields, values],
  );
  const context = useMemo(
    () => ({
      mode,
      store: ownStore,
      byFid: new Map(fields.map((placed) => [placed.field.fid, placed])),
      sections: sectionIds(doc.doc, fields[0]?.formIndex ?? 0),
      below,
      belowSection,
      flagged,
      rwMap,
      upload,
      onSigned,
      signing,
      fileUrl,
    }),
    [mode, ownStore, doc, fields, below, belowSection, flagged, rwMap, upload, onSigned, signing, fileUrl],
  );
  const nodes = useMemo(() => {
    const blocks = (doc.doc.content ?? []).filter((node) => !(hideTitle && isHeading(node, 1)));
    return only ? blocksWithFields(blocks, context.byFid, only) : blocks;
  }, [doc, hideTitle, only, context]);
  useHighlight(highlighted);
  usePatterns(ownStore);
  return (
    <DocProvider value={context}>
      <div className={classNames("doc-view", `doc-view-${mode}`, className)}>
        {folded ? (
          <DocParts
            nodes={nodes}
            formIndex={fields[0]?.formIndex ?? 0}
            folded={folded}
            onUnfold={onUnfold ?? ignore}
          />
        ) : (
          <DocNodes nodes={nodes} />
        )}
      </div>
    </DocProvider>
  );
}

const ignore = () => {};

/** Load the code for patterns if a field has a pattern, then validate the answers again. */
function usePatterns(store: AnswerStore): void {
  const patterns = useLoaded(
    loadPatterns,
    store.fields.some(({ field }) => field.pattern !== ""),
  );
  useEffect(() => {
    if (patterns) store.recheck();
  }, [patterns, store]);
}

/** Return the ids of the section headings, with the same numbers as in `walk`. */
function sectionIds(doc: DocNode, formIndex: number): Map<DocNode, string> {
  const headings = [...nodesIn(doc)].filter((node) => isHeading(node, 2));
  return new Map(headings.map((node, index) => [node, sectionId(formIndex, index + 1)]));
}

/** Return the blocks that contain a field of `only`, with the section headings above them. */
function blocksWithFields(
  nodes: readonly DocNode[],
  byFid: ReadonlyMap<string, PlacedField>,
  only: ReadonlySet<string>,
): DocNode[] {
  const blocks: DocNode[] = [];
  let heading: DocNode | null = null;
  for (const node of nodes) {
    if (isHeading(node, 2)) heading = node;
    const fields = [...nodesIn(node)].filter(isFieldNode);
    if (!fields.some((field) => only.has(byFid.get(String(field.attrs?.fid))?.key ?? ""))) continue;
    if (heading) blocks.push(heading);
    heading = null;
    blocks.push(node);
  }
  return blocks;
}

/** Scroll to a field and highlight it. React does not set this attribute, so a render of the field keeps it. */
function useHighlight(key: string | null): void {
  useEffect(() => {
    const element = key === null ? null : document.getElementById(fieldId(key));
    if (!element) return;
    element.scrollIntoView({ block: "center" });
    element.dataset.highlighted = "true";
    return () => {
      delete element.dataset.highlighted;
    };
  }, [key]);
}
