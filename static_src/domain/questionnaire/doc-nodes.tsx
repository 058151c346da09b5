import { Fragment, memo, type ReactNode } from "react";
import { fileAddress, useDoc } from "./doc-context";
import { FieldSlot } from "./field-slot";
import { type DocMark, type DocNode, isFieldNode } from "./rules/types";
import "./doc-view.scss";

/** Nodes of a document, below each other. */
export const DocNodes = memo(function DocNodes({ nodes }: { nodes: readonly DocNode[] | undefined }) {
  return nodes?.map((node, index) => <DocNodeView key={keyOf(node, index)} node={node} />);
});

/** Fields have their own key, so that they stay mounted when nodes around them appear or disappear. */
function keyOf(node: DocNode, index: number): string | number {
  return isFieldNode(node) ? String(node.attrs?.fid) : index;
}

function DocNodeView({ node }: { node: DocNode }) {
  switch (node.type) {
    case "text":
      return renderText(node.text, node.marks);
    case "hardBreak":
      return <br />;
    case "dvField":
    case "dvFieldBlock":
      return <FieldNode node={node} />;
    case "heading":
      return <Heading node={node} />;
    case "paragraph":
      return <Paragraph node={node} />;
    case "bulletList":
      return (
        <ul dir="auto">
          <DocNodes nodes={node.content} />
        </ul>
      );
    case "orderedList":
      return (
        <ol dir="auto" start={numberAttr(node, "start")}>
          <DocNodes nodes={node.content} />
        </ol>
      );
    case "listItem":
      return (
        <li>
          <DocNodes nodes={node.content} />
        </li>
      );
    case "blockquote":
      return (
        <blockquote dir="auto">
          <DocNodes nodes={node.content} />
        </blockquote>
      );
    case "horizontalRule":
      return <hr />;
    case "table":
      return (
        <table className="doc-table" dir="auto">
          <tbody>
            <DocNodes nodes={node.content} />
          </tbody>
        </table>
      );
    case "tableRow":
      return <TableRow node={node} />;
    case "image":
      return <Picture node={node} />;
    default:
      return null;
  }
}

function FieldNode({ node }: { node: DocNode }) {
  const placed = useDoc().byFid.get(String(node.attrs?.fid));
  return placed ? <FieldSlot placed={placed} inline={node.type === "dvField"} /> : null;
}

function Heading({ node }: { node: DocNode }) {
  const { sections, belowSection } = useDoc();
  const content = <DocNodes nodes={node.content} />;
  const id = sections.get(node);
  if (id)
    return (
      <>
        <h3 id={id} tabIndex={-1} className="doc-section">
          {content}
        </h3>
        {belowSection?.(id)}
      </>
    );
  return (node.attrs?.level ?? 1) === 1 ? <h2 className="doc-title">{content}</h2> : <h4>{content}</h4>;
}

/** A paragraph with fields is a `div`: controls contain elements that close a `p` when the browser parses it. */
function Paragraph({ node }: { node: DocNode }) {
  const content = <DocNodes nodes={node.content} />;
  return node.content?.some(isFieldNode) ? <div className="doc-sentence">{content}</div> : <p>{content}</p>;
}

function TableRow({ node }: { node: DocNode }) {
  const cells = node.content ?? [];
  const isHead = cells.every((cell) => cell.type === "tableHeader");
  return (
    <tr>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: cells of a document that does not change while it is shown
        <TableCell key={index} cell={cell} scope={isHead ? "col" : "row"} />
      ))}
    </tr>
  );
}

function TableCell({ cell, scope }: { cell: DocNode; scope: "col" | "row" }) {
  const spans = { colSpan: numberAttr(cell, "colspan"), rowSpan: numberAttr(cell, "rowspan") };
  const content = <DocNodes nodes={cell.content} />;
  if (cell.type !== "tableHeader") return <td {...spans}>{content}</td>;
  return (
    <th scope={scope} {...spans}>
      {content}
    </th>
  );
}

function Picture({ node }: { node: DocNode }) {
  const doc = useDoc();
  const attachmentId = numberAttr(node, "attachmentId");
  if (attachmentId === undefined) return null;
  return (
    <img
      className="doc-picture"
      src={fileAddress(doc, attachmentId)}
      alt={String(node.attrs?.alt ?? "")}
      loading="lazy"
    />
  );
}

function numberAttr(node: DocNode, name: string): number | undefined {
  const value = node.attrs?.[name];
  return typeof value === "number" ? value : undefined;
}

function renderText(text: ReactNode, marks: readonly DocMark[] | undefined): ReactNode {
  const content = (marks ?? []).reduceRight(renderMark, text);
  return <Fragment>{content}</Fragment>;
}

function renderMark(content: ReactNode, { type, attrs }: DocMark): ReactNode {
  switch (type) {
    case "bold":
      return <strong>{content}</strong>;
    case "italic":
      return <em>{content}</em>;
    case "underline":
      return <u>{content}</u>;
    case "strike":
      return <s>{content}</s>;
    case "link":
      return <DocLink href={attrs?.href}>{content}</DocLink>;
    default:
      return content;
  }
}

function DocLink({ href, children }: { href: unknown; children: ReactNode }) {
  if (typeof href !== "string" || !/^(https?:\/\/|mailto:)/i.test(href)) return children;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
