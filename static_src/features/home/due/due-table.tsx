import type { ReactNode } from "react";
import { usePageContext } from "../../../lib/browser/page-context";
import type { InfiniteList } from "../../../lib/state/use-infinite-list";
import { Badge, type Tone } from "../../../ui/badge";
import { type Column, DataTable } from "../../../ui/data-table";
import { Due } from "../../../ui/due";
import type { IconName } from "../../../ui/icons";
import type { DueRow } from "../types";
import "./due.scss";

type Props = {
  /** The accessible name. */
  label: string;
  rows: readonly DueRow[];
  kinds: readonly { value: string; label: string }[];
  list: InfiniteList<DueRow>;
  /** True for the table that the next page continues. */
  isLast: boolean;
  empty?: ReactNode;
};

const looks: Record<string, { label: string; tone: Tone; icon: IconName }> = {
  RFX: { label: "RFx", tone: "info", icon: "rfx" },
  RFX_SENT: { label: "RFx sent", tone: "none", icon: "send" },
  FOLLOW_UP: { label: "Follow-up", tone: "wait", icon: "follow-up" },
  PART: { label: "Part", tone: "info", icon: "rfx" },
  NCR: { label: "NCR", tone: "bad", icon: "ncr" },
  ASSESSMENT: { label: "Assessment", tone: "info", icon: "assessment" },
  TASK: { label: "Task", tone: "wait", icon: "check" },
};

/** The due records of one period. Kinds of other features have the label of the server. */
export function DueTable({ label, rows, kinds, list, isLast, empty = null }: Props) {
  const { user } = usePageContext();
  const columns: readonly Column<DueRow>[] = [
    {
      key: "title",
      title: "Title",
      primary: true,
      className: "due-title",
      render: ({ title }) => (
        <span className="cell-title" title={title} dir="auto">
          {title}
        </span>
      ),
    },
    {
      key: "kind",
      title: "Kind",
      className: "status-cell due-kind",
      render: ({ kind }) => {
        const look = looks[kind];
        return (
          <Badge tone={look?.tone ?? "none"} icon={look?.icon ?? "task"}>
            {look?.label ?? kinds.find(({ value }) => value === kind)?.label ?? kind}
          </Badge>
        );
      },
    },
    {
      key: "due",
      title: "Due",
      className: "due-date",
      render: ({ dueOn }) => <Due value={dueOn} />,
    },
    {
      key: "about",
      title: "About",
      className: "due-about",
      render: ({ subtitle, party }) => {
        const about = [subtitle, party].filter(Boolean).join(", ");
        return (
          <span className="due-text" title={about} dir="auto">
            {about}
          </span>
        );
      },
    },
    {
      key: "owner",
      title: "Owner",
      className: "due-owner",
      render: ({ owner }) => (
        <span className="due-text" title={owner?.name}>
          {owner === null ? "Anyone" : owner.id === user?.id ? "You" : <bdi>{owner.name}</bdi>}
        </span>
      ),
    },
  ];
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ key }) => key}
      rowHref={({ link }) => link}
      dense
      isLoading={list.isLoading}
      isStale={list.isStale}
      empty={empty}
      {...(isLast ? { more: list } : {})}
    />
  );
}
