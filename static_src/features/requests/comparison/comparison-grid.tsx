import { type KeyboardEvent, type MouseEvent, memo, useLayoutEffect, useRef, useState } from "react";
import { OrgLogo } from "../../../domain/people/faces";
import { formatCount } from "../../../lib/text/numbers";
import { StatusBadge } from "../../../ui/badge";
import { classNames } from "../../../ui/class-names";
import { Icon } from "../../../ui/icon";
import { ScoreCell } from "../../../ui/score-bar";
import { CellContent, HeadScore, RankMark } from "./cell-content";
import { CellPanel } from "./cell-panel";
import { foldedText, type Line } from "./comparison-lines";
import { DirectionSelect } from "./direction-select";
import { cellOf, focusCell, keepTabbable, makeTabbable, moveInGrid } from "./grid-keys";
import type { Comparison, Direction, OpenCell, Question, Supplier } from "./types";
import "./cell-content.scss";
import "./comparison.scss";

type Extra = { colSpan?: number; isExpanded?: boolean };

/**
 * Return the ARIA attributes of a cell. The elements are no table, because the browser skips rows out of sight only if
 * they are blocks.
 */
function part(role: "columnheader" | "rowheader" | "gridcell", column: number, extra: Extra = {}) {
  return {
    role,
    tabIndex: -1,
    "aria-colindex": column,
    "aria-colspan": extra.colSpan,
    "aria-expanded": extra.isExpanded,
  };
}

const gridProps = (columns: number, rows: number) => ({
  role: "grid",
  tabIndex: -1,
  "aria-label": "Answers by question and supplier",
  "aria-colcount": columns,
  "aria-rowcount": rows,
});

const row = (index: number) => ({ role: "row", tabIndex: -1, "aria-rowindex": index });

type Props = {
  requestId: number;
  comparison: Comparison;
  lines: readonly Line[];
  /** The number of suppliers with answers. */
  compared: number;
  canChange: boolean;
  onDirection: (question: Question, direction: Direction | null) => void;
  /** Open or close a section. */
  onSection: (id: string) => void;
  /** Show or fold a question, or the questions without differences of a section. */
  onUnfold: (id: string) => void;
  /** Called after a change of an acceptance or of notes. */
  onChanged: () => void;
  onAsk: (cell: OpenCell) => void;
};

/**
 * The answers of up to 12 suppliers side by side, in a scrolling area whose first column and header stay. Arrow keys
 * move between cells; Enter opens one, Escape closes it.
 */
export function ComparisonGrid(props: Props) {
  const { comparison, lines, compared, canChange } = props;
  const { suppliers } = comparison;
  const scroller = useRef<HTMLElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<OpenCell | null>(null);
  const question = comparison.questions.find(({ key }) => key === opened?.key);
  const column = suppliers.findIndex(({ rfxId }) => rfxId === opened?.rfxId);
  const supplier = suppliers[column];
  useLayoutEffect(() => keepTabbable(grid.current));
  useLayoutEffect(() => {
    if (!opened || !scroller.current || !panel.current) return;
    const cell = scroller.current.querySelector<HTMLElement>("[data-open]");
    if (cell) placePanel(panel.current, cell, scroller.current);
    panel.current.focus({ preventScroll: true });
    panel.current.scrollIntoView({ block: "nearest" });
  }, [opened]);

  const close = () => {
    const cell = scroller.current?.querySelector<HTMLElement>("[data-open]");
    setOpened(null);
    if (cell && grid.current) focusCell(grid.current, cell);
  };
  const activate = (cell: HTMLElement) => {
    const { question: key, rfx, unfold, section } = cell.dataset;
    if (key && rfx) setOpened({ key, rfxId: Number(rfx) });
    else if (unfold) props.onUnfold(unfold);
    else if (section) props.onSection(section);
    else cell.querySelector<HTMLElement>("select, a")?.focus();
  };
  const onKey = (event: KeyboardEvent) => {
    if (!grid.current) return;
    const cell = cellOf(event.target);
    if (event.key === "Escape" && cell) {
      // Return from a control inside the cell.
      if (event.target !== cell) focusCell(grid.current, cell);
      return;
    }
    if (moveInGrid(event, grid.current) || event.target !== cell) return;
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    activate(cell);
  };
  const onClick = ({ target }: MouseEvent) => {
    const cell = cellOf(target);
    if (!cell || !grid.current || (target as Element).closest("a, select")) return;
    makeTabbable(grid.current, cell);
    activate(cell);
  };
  return (
    <section
      ref={scroller}
      className="comparison-scroll"
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is reachable by keyboard
      tabIndex={0}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the grid handles the keys and clicks of its cells */}
      <div
        ref={grid}
        {...gridProps(suppliers.length + 1, lines.length + 1)}
        className={`comparison-grid comparison-columns-${Math.max(suppliers.length, 1)}`}
        onKeyDown={onKey}
        onClick={onClick}
      >
        <HeadRow comparison={comparison} />
        {lines.map((line, index) => (
          <LineRow
            key={keyOf(line)}
            line={line}
            index={index + 2}
            suppliers={suppliers}
            compared={compared}
            canChange={canChange}
            openRfx={line.kind === "question" && line.question.key === opened?.key ? opened.rfxId : null}
            onDirection={props.onDirection}
          />
        ))}
      </div>
      {opened && question && supplier && (
        <CellPanel
          ref={panel}
          isOver
          requestId={props.requestId}
          cell={question.cells[column] ?? null}
          question={question}
          supplier={supplier}
          mayNote={canChange}
          onChanged={props.onChanged}
          onAsk={() => props.onAsk(opened)}
          onClose={close}
        />
      )}
    </section>
  );
}

function keyOf(line: Line): string {
  if (line.kind === "section") return `section ${line.section.id}`;
  return line.kind === "rest" ? `rest ${line.sectionId}` : `question ${line.question.key}`;
}

const panelGap = 4;

/** Put the panel below the cell, or above it if only there is room, inside the scrolling area. */
function placePanel(panel: HTMLElement, cell: HTMLElement, scroller: HTMLElement): void {
  const area = scroller.getBoundingClientRect();
  const { left, top, bottom } = cell.getBoundingClientRect();
  const leftmost = left - area.left + scroller.scrollLeft;
  const most = scroller.scrollLeft + scroller.clientWidth - panel.offsetWidth - panelGap;
  panel.style.left = `${Math.max(scroller.scrollLeft + panelGap, Math.min(leftmost, most))}px`;
  const below = bottom + panelGap + panel.offsetHeight <= Math.max(area.bottom, window.innerHeight);
  const room = top - area.top > panel.offsetHeight + 80;
  const y = below || !room ? bottom + panelGap : top - panelGap - panel.offsetHeight;
  panel.style.top = `${y - area.top + scroller.scrollTop}px`;
}

/** The names and scores of the suppliers. */
function HeadRow({ comparison }: { comparison: Comparison }) {
  const { suppliers, questionCount, differingCount } = comparison;
  return (
    <div {...row(1)} className="comparison-row comparison-head">
      <div {...part("columnheader", 1)} className="comparison-first">
        <span className="comparison-count">{formatCount(questionCount, "question")}</span>
        <span className="comparison-legend">
          <span className="comparison-swatch" aria-hidden="true" />
          {differingCount} differ, {questionCount - differingCount} do not
        </span>
      </div>
      {suppliers.map((supplier, index) => (
        <div key={supplier.rfxId} {...part("columnheader", index + 2)} className="comparison-cell">
          <SupplierName supplier={supplier} tabIndex={-1} />
          <SupplierState supplier={supplier} />
        </div>
      ))}
    </div>
  );
}

/** The logo and the name of a supplier, linked to its RFx. */
function SupplierName({ supplier, tabIndex }: { supplier: Supplier; tabIndex?: number }) {
  const { rfxId, name, logoUrl } = supplier;
  return (
    <span className="comparison-supplier">
      <OrgLogo organisation={{ id: rfxId, name, logoUrl }} size="sm" />
      <a className="line-clamp-2" href={`/rfx/${rfxId}?tab=rfi`} title={name} tabIndex={tabIndex}>
        {name}
      </a>
    </span>
  );
}

/** The score of a supplier; without one, or before the submission, its status. */
export function SupplierState({ supplier }: { supplier: Supplier }) {
  const { score, status, statusInfo, isWithdrawn, endedBecause, completion } = supplier;
  const isSubmitted = status === "COMPLETED";
  return (
    <span className="comparison-state">
      {score !== null && <HeadScore percent={score} />}
      {(!isSubmitted || score === null) && (
        <span title={endedBecause ?? undefined}>
          <StatusBadge info={isWithdrawn ? { ...statusInfo, label: "Withdrawn" } : statusInfo} />
        </span>
      )}
      {!isSubmitted && completion !== null && completion > 0 && (
        <span className="comparison-hint num">{completion}%</span>
      )}
    </span>
  );
}

type RowProps = {
  line: Line;
  index: number;
  suppliers: readonly Supplier[];
  compared: number;
  canChange: boolean;
  openRfx: number | null;
  onDirection: (question: Question, direction: Direction | null) => void;
};

const LineRow = memo(function LineRow({
  line,
  index,
  suppliers,
  compared,
  canChange,
  openRfx,
  onDirection,
}: RowProps) {
  const colSpan = suppliers.length || 1;
  if (line.kind === "rest") {
    const words = formatCount(line.count, "question");
    return (
      <div {...row(index)} className="comparison-row comparison-rest">
        <div
          {...part("gridcell", 1, { colSpan: colSpan + 1, isExpanded: line.isOpen })}
          data-unfold={line.sectionId}
          className="comparison-fold"
        >
          <Icon name={line.isOpen ? "up" : "down"} /> {words} without differences
        </div>
      </div>
    );
  }
  if (line.kind === "section") {
    const { id, title, scores } = line.section;
    const isScored = scores.some(Boolean);
    return (
      <div {...row(index)} className="comparison-row comparison-section">
        <div
          {...part("rowheader", 1, { isExpanded: line.isOpen })}
          data-section={id}
          className="comparison-first comparison-title"
          title={title}
        >
          <Icon name={line.isOpen ? "down" : "right"} /> <span className="line-clamp-2">{title}</span>
        </div>
        {isScored ? (
          suppliers.map(({ rfxId }, at) => {
            const score = scores[at];
            return (
              <div
                key={rfxId}
                {...part("gridcell", at + 2)}
                className="comparison-cell comparison-section-score"
              >
                {score ? (
                  <>
                    <span className="comparison-score">
                      <ScoreCell percent={score.percent} />
                    </span>
                    {score.mark && <RankMark mark={score.mark} />}
                  </>
                ) : (
                  <span className="text-secondary">Not scored</span>
                )}
              </div>
            );
          })
        ) : (
          <div {...part("gridcell", 2, { colSpan })} className="comparison-span text-secondary">
            Not scored
          </div>
        )}
      </div>
    );
  }
  const { question, isFolded } = line;
  return (
    <div {...row(index)} className="comparison-row">
      <div {...part("rowheader", 1)} className="comparison-first">
        <span className="comparison-number num">{question.number}</span>
        <span className="comparison-question">
          <span className="comparison-label" title={question.label}>
            {question.label}
          </span>
          {question.hint && <span className="comparison-hint">{question.hint}</span>}
          <DirectionSelect question={question} canChange={canChange} tabIndex={-1} onChange={onDirection} />
        </span>
      </div>
      {isFolded ? (
        <div
          {...part("gridcell", 2, { colSpan, isExpanded: false })}
          data-unfold={question.key}
          className="comparison-span comparison-fold text-secondary"
          title="Show each answer"
        >
          <span className="line-clamp-2">{foldedText(question, compared)}</span>
        </div>
      ) : (
        suppliers.map((supplier, at) => {
          const cell = question.cells[at] ?? null;
          const isOpen = supplier.rfxId === openRfx;
          return (
            <div
              key={supplier.rfxId}
              {...part("gridcell", at + 2, { isExpanded: isOpen })}
              data-question={question.key}
              data-rfx={supplier.rfxId}
              data-open={isOpen ? "" : undefined}
              className={classNames(
                "comparison-cell comparison-answer-cell",
                cell?.isDifferent && "different",
              )}
            >
              <CellContent cell={cell} question={question} supplier={supplier} />
            </div>
          );
        })
      )}
    </div>
  );
});
