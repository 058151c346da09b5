import type { ReactNode } from "react";
import type { ApiResponse } from "../../api/types";
import { groupDigits } from "../../lib/text/numbers";
import { Facts } from "../../ui/card";
import { Due } from "../../ui/due";
import { Time } from "../../ui/time";
import type { Requirement } from "./document-state";
import { fieldLabels, validityText } from "./document-types";
import "./documents.scss";

type Document = ApiResponse<"Document">;
type Fact = [ReactNode, ReactNode];

const none = <span className="text-secondary">-</span>;

/** The details of a submitted document; a detail that the type asks for and that is missing is a dash. */
export function DocumentFacts({ document }: { document: Document }) {
  const { type, amount, currency } = document;
  const values: Record<keyof typeof fieldLabels, string> = {
    NUMBER: document.number,
    ISSUER: document.issuer,
    SCOPE: document.scope,
    SITES: document.sites,
    SUM_INSURED: amount === null ? "" : `${currency ?? ""} ${groupDigits(amount)}`.trim(),
  };
  const details = (Object.entries(fieldLabels) as [keyof typeof fieldLabels, string][])
    .filter(([name]) => values[name] || type.fields.includes(name))
    .map(([name, label]): Fact => [label, values[name] || none]);
  return (
    <Facts
      stacked
      items={[
        ["Valid until", document.validUntil ? <Time key="until" value={document.validUntil} /> : "No end"],
        ["Issued on", document.issuedOn ? <Time key="issued" value={document.issuedOn} /> : none],
        ...details,
        [
          "Sent",
          <>
            <Time value={document.created} as="dateTime" /> by <bdi>{document.createdBy.name}</bdi>
          </>,
        ],
      ]}
    />
  );
}

/** The request for a document, and the decisions about it. */
export function RequestFacts({ requirement }: { requirement: Requirement }) {
  const { type, site, askedOn, askedBy, askedOf, due, state, waivedUntil, waiverReason } = requirement;
  const isOpen = state === "ASKED" || state === "REJECTED";
  const items: (Fact | false | null)[] = [
    ["Valid", validityText(type)],
    site !== "" && ["Site", site],
    askedOn !== null && [
      "Asked",
      <>
        <Time value={askedOn} />
        {askedBy && (
          <>
            {" "}
            by <bdi>{askedBy.name}</bdi>
          </>
        )}
      </>,
    ],
    askedOf && ["Contact", askedOf.name],
    due !== null && isOpen && ["Due", <Due key="due" value={due} />],
    requirement.message !== "" && ["Message", <Lines key="message" text={requirement.message} />],
    state === "REJECTED" &&
      requirement.reason !== "" && ["Rejected because", <Lines key="reason" text={requirement.reason} />],
    waivedUntil !== null && ["Waived until", <Time key="waived" value={waivedUntil} />],
    waiverReason !== null &&
      waiverReason !== "" && ["Waived because", <Lines key="waiver" text={waiverReason} />],
    requirement.reviewed !== null &&
      requirement.reviewedBy && [
        "Reviewed",
        <>
          <Time value={requirement.reviewed} as="dateTime" /> by <bdi>{requirement.reviewedBy.name}</bdi>
        </>,
      ],
  ];
  return <Facts stacked items={items.filter((item): item is Fact => item !== false && item !== null)} />;
}

/** The documents that were submitted before the shown one, newest first. */
export function EarlierDocuments({ documents }: { documents: readonly Document[] }) {
  if (documents.length === 0) return null;
  return (
    <section>
      <h3 className="document-heading">Earlier documents</h3>
      <ul className="document-earlier">
        {documents.map(({ id, attachment, validUntil, created }) => (
          <li key={id}>
            {attachment ? (
              <a href={`/files/${attachment.id}`} target="_blank" rel="noopener">
                {attachment.filename}
              </a>
            ) : (
              "Deleted file"
            )}
            <span className="cell-sub">
              Sent <Time value={created} />
              {validUntil && (
                <>
                  , valid until <Time value={validUntil} />
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lines({ text }: { text: string }) {
  return <bdi className="document-lines">{text}</bdi>;
}
