import { useEffect, useMemo } from "react";
import { useLoaded } from "../../lib/browser/use-loaded";
import { classNames } from "../../ui/class-names";
import { AnswerStore } from "./answer-store";
import { type DocExtras, type DocMode, DocProvider } from "./doc-context";
import { DocNodes } from "./doc-nodes";
import { fieldId, sectionId } from "./field-ids";
import { loadPatterns } from "./rules/pattern-check";
import { type DocNode, type FormDocument, isFieldNode, type Values } from "./rules/types";
import { nodesIn, type PlacedField } from "./rules/walk";
import "./doc-view-answers.scss";

type Props = DocExtras & {
  doc: FormDocument;
  /** The fields of this document, from `walk` or `walkForms`. */
  fields: readonly PlacedField[];
  /** "form" can be answered, "readonly" shows answers as calm text. */
  mode: DocMode;
  /** The answers; a form that is answered needs it. */
  store?: AnswerStore | undefined;
  /** The answers where nobody types. */
  values?: Values | undefined;
  /** Leave the document's own title out, where the page says it already. */
  hideTitle?: boolean | undefined;
  /** The key of a field to bring into sight and mark. */
  highlighted?: string | null | undefined;
  /** Only these fields, with the headings of their sections; null for all. */
  only?: ReadonlySet<string> | null | undefined;
  className?: string | undefined;
};

/**
 * A form document with its fields, without any editor: the same for responder and read-only view, on the
 * server and in the browser. Its headings begin at level 2, below the page's own.
 */
export function DocView(props: Props) {
  const { doc, fields, mode, store, values, hideTitle = false, highlighted = null, only = null } = props;
  const { below, besideFile, flagged, rwMap, upload, onSigned, fileUrl, className } = props;
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
      besideFile,
      flagged,
      rwMap,
      upload,
      onSigned,
      fileUrl,
    }),
    [mode, ownStore, doc, fields, below, besideFile, flagged, rwMap, upload, onSigned, fileUrl],
  );
  const nodes = useMemo(() => {
    const shown = (doc.doc.content ?? []).filter((node) => !(hideTitle && isHeading(node, 1)));
    return only ? onlyFields(shown, context.byFid, only) : shown;
  }, [doc, hideTitle, only, context]);
  useHighlight(highlighted);
  usePatterns(ownStore);
  return (
    <DocProvider value={context}>
      <div className={classNames("doc-view", `doc-view-${mode}`, className)}>
        <DocNodes nodes={nodes} />
      </div>
    </DocProvider>
  );
}

/** Where a form asks for formats, have what reads them, then look at the answers again. */
function usePatterns(store: AnswerStore): void {
  const patterns = useLoaded(
    loadPatterns,
    store.fields.some(({ field }) => field.pattern !== ""),
  );
  useEffect(() => {
    if (patterns) store.recheck();
  }, [patterns, store]);
}

function isHeading(node: DocNode, level: number): boolean {
  return node.type === "heading" && (node.attrs?.level ?? 1) === level;
}

/** The ids of the headings that open sections, numbered as `walk` numbers them. */
function sectionIds(doc: DocNode, formIndex: number): Map<DocNode, string> {
  const headings = [...nodesIn(doc)].filter((node) => isHeading(node, 2));
  return new Map(headings.map((node, index) => [node, sectionId(formIndex, index + 1)]));
}

/** The blocks with a field among `only`, and the section headings above them. */
function onlyFields(
  nodes: readonly DocNode[],
  byFid: ReadonlyMap<string, PlacedField>,
  only: ReadonlySet<string>,
): DocNode[] {
  const shown: DocNode[] = [];
  let heading: DocNode | null = null;
  for (const node of nodes) {
    if (isHeading(node, 2)) heading = node;
    const fields = [...nodesIn(node)].filter(isFieldNode);
    if (!fields.some((field) => only.has(byFid.get(String(field.attrs?.fid))?.key ?? ""))) continue;
    if (heading) shown.push(heading);
    heading = null;
    shown.push(node);
  }
  return shown;
}

/** The mark is an attribute that React does not set, so that it outlives the field's own renders. */
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
