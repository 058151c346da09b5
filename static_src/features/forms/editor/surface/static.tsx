import { Fragment, memo, type ReactNode } from "react";
import type { DocMark, DocNode, FieldAttrs } from "../../../../domain/questionnaire/rules/types";
import { Icon } from "../../../../ui/icon";
import { fieldCard } from "../fields/card";
import "../fields/fields.scss";
import "../page.scss";
import "./text.scss";
import "../../../../domain/questionnaire/doc-view.scss";

/**
 * Form in the look of the editor, without the editor: for server rendering, while the editor loads, and for read-only
 * users. Headings begin below the heading of the page.
 */
export const StaticForm = memo(function StaticForm({ doc }: { doc: DocNode }) {
  return (
    <div className="form-doc">
      <Nodes nodes={doc.content} />
    </div>
  );
});

function Nodes({ nodes }: { nodes: readonly DocNode[] | undefined }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the document does not change while it is shown
  return nodes?.map((node, index) => <StaticNode key={index} node={node} />);
}

const containerTags: Readonly<Record<string, "ul" | "li" | "blockquote" | "tr">> = {
  bulletList: "ul",
  listItem: "li",
  blockquote: "blockquote",
  tableRow: "tr",
};

/** Elements that follow the text direction as a whole; for single lines the browser does it. */
const autoDirectionTags: ReadonlySet<string> = new Set(["ul", "blockquote"]);

function StaticNode({ node }: { node: DocNode }): ReactNode {
  const content = <Nodes nodes={node.content} />;
  const Box = containerTags[node.type];
  if (Box) return <Box dir={autoDirectionTags.has(Box) ? "auto" : undefined}>{content}</Box>;
  if (node.type === "dvField" || node.type === "dvFieldBlock")
    return <StaticField attrs={(node.attrs ?? {}) as FieldAttrs} inline={node.type === "dvField"} />;
  switch (node.type) {
    case "text":
      return <Fragment>{(node.marks ?? []).reduceRight(renderMark, node.text as ReactNode)}</Fragment>;
    case "hardBreak":
      return <br />;
    case "heading":
      return <StaticHeading level={Number(node.attrs?.level ?? 1)}>{content}</StaticHeading>;
    case "paragraph":
      return node.content ? (
        <p>{content}</p>
      ) : (
        <p>
          <br />
        </p>
      );
    case "orderedList":
      return (
        <ol dir="auto" start={Number(node.attrs?.start ?? 1)}>
          {content}
        </ol>
      );
    case "horizontalRule":
      return <hr />;
    case "table":
      return (
        <table className="doc-table" dir="auto">
          <tbody>{content}</tbody>
        </table>
      );
    case "tableCell":
      return <td {...spans(node)}>{content}</td>;
    case "tableHeader":
      return <th {...spans(node)}>{content}</th>;
    case "image":
      return (
        <figure className="form-picture">
          <img
            src={`/files/${Number(node.attrs?.attachmentId)}`}
            alt={String(node.attrs?.alt ?? "")}
            loading="lazy"
          />
        </figure>
      );
    default:
      return null;
  }
}

function StaticHeading({ level, children }: { level: number; children: ReactNode }) {
  if (level === 1) return <h2 data-level={1}>{children}</h2>;
  return level === 2 ? <h3 data-level={2}>{children}</h3> : <h4 data-level={3}>{children}</h4>;
}

function spans({ attrs }: DocNode) {
  const { colspan, rowspan } = attrs ?? {};
  return {
    colSpan: typeof colspan === "number" ? colspan : undefined,
    rowSpan: typeof rowspan === "number" ? rowspan : undefined,
  };
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
      return /^(https?:\/\/|mailto:)/i.test(String(attrs?.href)) ? (
        <a href={String(attrs?.href)} target="_blank" rel="noopener noreferrer">
          {content}
        </a>
      ) : (
        content
      );
    default:
      return content;
  }
}

/** Card of a field, with the same markup as in fields/card-dom.ts. */
function StaticField({ attrs, inline }: { attrs: FieldAttrs; inline: boolean }) {
  const card = fieldCard(attrs);
  const mark = card.required && <span className="field-required">{"\u00a0*"}</span>;
  if (inline) {
    return (
      <span className="form-chip" data-fid={attrs.fid}>
        <Icon name={card.icon} />
        <span className="form-chip-label" dir="auto">
          {card.label || card.name}
          {mark}
        </span>
      </span>
    );
  }
  return (
    <div className="form-field" data-fid={attrs.fid}>
      <span className="form-field-grip">
        <Icon name="drag" />
      </span>
      <div className="form-field-body" dir="auto">
        <div className={card.label ? "form-field-label" : "form-field-label missing"}>
          {card.label || "No label yet"}
          {mark}
        </div>
        {card.hint && <div className="field-hint">{card.hint}</div>}
        <div className={`form-field-look look-${card.look}`}>
          {card.texts.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts may repeat and have no state
            <span key={index}>{text}</span>
          ))}
          {card.unit && <span className="look-unit">{card.unit}</span>}
        </div>
        <div className="form-field-meta">
          <span className="form-field-kind">
            <Icon name={card.icon} />
            {card.kind}
          </span>
          <code>{card.name}</code>
          {card.notes.map((note) => (
            <span key={note}>{note}</span>
          ))}
        </div>
      </div>
    </div>
  );
}
