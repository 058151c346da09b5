import { useEffect, useRef } from "react";
import { DocumentStateBadge, type Requirement } from "../../../domain/documents/document-state";
import { endText } from "../../../domain/documents/validity";
import { OrgLogo } from "../../../domain/people/faces";
import type { InfiniteList } from "../../../lib/state/use-infinite-list";
import { useDates } from "../../../lib/text/dates";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import { classNames } from "../../../ui/class-names";
import { Due } from "../../../ui/due";
import { EmptyState } from "../../../ui/empty-state";
import { Icon } from "../../../ui/icon";
import { LoadFailed, LoadMore } from "../../../ui/load-more";
import { Time } from "../../../ui/time";
import "./shelf.scss";

type Actions = {
  maySend: boolean;
  onUpload: (requirement: Requirement) => void;
  onSend: (requirement: Requirement) => void;
};

type Props = Actions & {
  list: InfiniteList<Requirement>;
  /** The requirement of the address. It is marked, and shown first if the loaded page does not contain it. */
  linked: Requirement | null;
};

/** The documents that customers ask for, each with the ways to send one. */
export function AskedList({ list, linked, ...actions }: Props) {
  const isListed = linked === null || list.rows.some(({ id }) => id === linked.id);
  const rows = isListed ? list.rows : [linked, ...list.rows];
  if (list.failed && rows.length === 0) {
    return (
      <Card flush title="Asked for by customers">
        <LoadFailed refetch={list.refetch} />
      </Card>
    );
  }
  return (
    <Card flush title={`Asked for by customers (${list.total}${list.capped ? "+" : ""})`}>
      {rows.length === 0 ? (
        <EmptyState
          icon="check"
          title="No customer is waiting for a document."
          text="When a customer asks for one, it appears here, and you get an e-mail and a task."
        />
      ) : (
        <ul className="asked-list">
          {rows.map((requirement) => (
            <AskedRow
              key={requirement.id}
              requirement={requirement}
              isLinked={requirement.id === linked?.id}
              {...actions}
            />
          ))}
        </ul>
      )}
      <LoadMore {...list} />
    </Card>
  );
}

type RowProps = Actions & { requirement: Requirement; isLinked: boolean };

function AskedRow({ requirement, isLinked, maySend, onUpload, onSend }: RowProps) {
  const { type, buyer, site, askedOn, askedBy, due, message, state, reason, offers, actions } = requirement;
  const { date } = useDates();
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isLinked) row.current?.scrollIntoView?.({ block: "nearest" });
  }, [isLinked]);
  const isOpen = state === "ASKED" || state === "REJECTED";
  const [offer] = offers;
  const about = `${type.name} for ${buyer.name}`;
  const useLabel =
    offers.length > 1
      ? `Use one of the ${offers.length} you have...`
      : `Use the one you have (${endText(offer?.validUntil ?? null, date)})...`;
  return (
    <li className={classNames("asked-row", isLinked && "linked")} ref={row}>
      <div className="asked-text">
        <div className="asked-title">
          <h3>
            <bdi>{type.name}</bdi>
          </h3>
          {state === "RECEIVED" ? (
            <span className="text-secondary">Sent, waiting for the review</span>
          ) : (
            state !== "ASKED" && <DocumentStateBadge {...requirement} />
          )}
          {isOpen && <Due value={due} withWord />}
        </div>
        <div className="asked-customer">
          <OrgLogo organisation={buyer} size="sm" />
          <span>
            <bdi className="cell-title">{buyer.name}</bdi>
            {askedOn && (
              <span className="text-secondary">
                {" asked on "}
                <Time value={askedOn} />
                {askedBy && (
                  <>
                    {" ("}
                    <bdi>{askedBy.name}</bdi>
                    {")"}
                  </>
                )}
              </span>
            )}
          </span>
        </div>
        {site && (
          <p className="asked-site">
            <span className="text-secondary">For the site </span>
            <bdi>{site}</bdi>
          </p>
        )}
        {message && (
          <p className="asked-message" dir="auto">
            {message}
          </p>
        )}
        {state === "REJECTED" && reason && (
          <p className="asked-reason">
            <Icon name="declined" />
            <span>
              Rejected: <bdi>{reason}</bdi>
            </span>
          </p>
        )}
      </div>
      {maySend && actions.submit && (
        <div className="asked-actions">
          {offers.length > 0 && (
            <Button
              icon="check"
              aria-haspopup="dialog"
              aria-label={`${useLabel} ${about}`}
              onClick={() => onSend(requirement)}
            >
              {useLabel}
            </Button>
          )}
          <Button
            icon="upload"
            aria-haspopup="dialog"
            aria-label={`Upload... ${about}`}
            onClick={() => onUpload(requirement)}
          >
            Upload...
          </Button>
        </div>
      )}
      {!maySend && <p className="asked-actions text-secondary">Your role can't send documents.</p>}
    </li>
  );
}
