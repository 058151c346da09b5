import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { ApiError, errorText } from "../../../api/errors";
import { DownloadButton } from "../../../domain/download-button";
import { useIdle } from "../../../lib/browser/use-idle";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { phone, useMedia } from "../../../lib/browser/use-media";
import { keepPreviousData, useQuery } from "../../../lib/state/queries";
import { useQueryParam, useQueryParams } from "../../../lib/state/use-query-param";
import { useSave } from "../../../lib/state/use-save";
import { IconButton } from "../../../ui/button";
import { EmptyState } from "../../../ui/empty-state";
import { FailureAlert } from "../../../ui/failure-alert";
import { Select } from "../../../ui/inputs";
import { LoadFailed } from "../../../ui/load-more";
import { Segmented } from "../../../ui/segmented";
import { Skeleton } from "../../../ui/skeleton";
import type { RfxRequest } from "../types";
import { downloadWorkbook, loadComparison, saveDirection } from "./comparison-calls";
import { ComparisonGrid } from "./comparison-grid";
import { linesOf, type Show, shownQuestions } from "./comparison-lines";
import { OneQuestion } from "./one-question";
import { RatesLine } from "./rates-line";
import type { Comparison, Direction, OpenCell } from "./types";
import "./comparison.scss";

const loadModals = () => import("./comparison-modals");

const filters = { show: "all", section: "", suppliers: "all" };
const columns = 12;
const narrow = "(max-width: 1099.98px)";
const narrowColumns = 6;

/** Tab 'Comparison': questions down, suppliers across. On a phone one question at a time. */
export function ComparisonTab({ request }: { request: RfxRequest }) {
  const [{ show, section, suppliers }] = useQueryParams(filters);
  const [pageText] = useQueryParam("columns", "1");
  const isPhone = useMedia(phone);
  const isNarrow = useMedia(narrow);
  const submitted = suppliers === "submitted";
  const pageSize = isNarrow && !isPhone ? narrowColumns : columns;
  const page = Math.max(1, Math.min(500, Math.trunc(Number(pageText)) || 1));
  const { data, error, isError, isPlaceholderData, refetch } = useQuery({
    queryKey: ["request-comparison", request.id, page, pageSize, submitted],
    queryFn: ({ signal }) => loadComparison(request.id, { page, pageSize, submitted }, signal),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });
  if (isError && !data) {
    if (error instanceof ApiError && error.code === "requestSealed") {
      return <EmptyState icon="locked" title="The answers are sealed." text={errorText(error)} />;
    }
    return <LoadFailed title="The comparison could not be loaded." refetch={refetch} />;
  }
  if (!data) return <Skeleton lines={12} long label="Loading the comparison" />;
  if (data.answeredCount === 0) {
    return (
      <EmptyState
        icon="rfx"
        title="No supplier has answered yet."
        text="Answers appear here side by side as soon as a supplier saves them."
      />
    );
  }
  return (
    <Loaded
      request={request}
      comparison={data}
      show={show as Show}
      section={section}
      submitted={submitted}
      isPhone={isPhone}
      isLoading={isPlaceholderData}
      reload={() => void refetch()}
    />
  );
}

type LoadedProps = {
  request: RfxRequest;
  comparison: Comparison;
  show: Show;
  section: string;
  submitted: boolean;
  isPhone: boolean;
  isLoading: boolean;
  reload: () => void;
};

function Loaded(props: LoadedProps) {
  const { request, comparison, show, section, submitted, isPhone, isLoading, reload } = props;
  const canChange = request.mayManage;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const [hasRates, setHasRates] = useState(false);
  const [asked, setAsked] = useState<OpenCell | null>(null);
  const modals = useLoaded(loadModals, useIdle() || hasRates || asked !== null);
  const lines = useMemo(
    () => linesOf(comparison, { show, section, closed, unfolded }),
    [comparison, show, section, closed, unfolded],
  );
  const questions = useMemo(() => shownQuestions(comparison, { show, section }), [comparison, show, section]);
  const direction = useSave({
    send: ({ key, to, from }: { key: string; to: Direction | null; from: Direction | null }) =>
      saveDirection(request.id, { key, direction: to, basedOn: from }),
    onSaved: reload,
    onError: reload,
  });
  const changeDirection = useStable(
    (question: { key: string; direction: Direction | null }, to: Direction | null) =>
      void direction.save({ key: question.key, to, from: question.direction }),
  );
  const view = {
    requestId: request.id,
    comparison,
    canChange,
    onDirection: changeDirection,
    onChanged: reload,
    onAsk: setAsked,
  };
  return (
    <div className="comparison" aria-busy={isLoading || undefined}>
      <Toolbar {...props} onRates={() => setHasRates(true)} />
      <FailureAlert error={direction.failure} />
      {questions.length === 0 && (isPhone || lines.length === 0) ? (
        <EmptyState
          icon="filter"
          title={show === "scored" ? "No question is scored." : "There are no differences."}
          text={
            show === "scored"
              ? "Questions with points in the form appear here."
              : "All suppliers have given the same answers so far."
          }
        />
      ) : isPhone ? (
        <OneQuestion {...view} questions={questions} />
      ) : (
        <ComparisonGrid
          {...view}
          lines={lines}
          compared={submitted ? comparison.submittedCount : comparison.answeredCount}
          onSection={(id) => setClosed(toggled(closed, id))}
          onUnfold={(id) => setUnfolded(toggled(unfolded, id))}
        />
      )}
      {modals && hasRates && (
        <modals.RatesModal
          requestId={request.id}
          rates={comparison.rates}
          currencies={comparison.currencies}
          onSaved={reload}
          onClose={() => setHasRates(false)}
        />
      )}
      {modals && asked && (
        <modals.AskDialog
          comparison={comparison}
          cell={asked}
          onSent={reload}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Return a callback that stays the same between renders, so that the rows of the grid are not rendered again. */
function useStable<A extends unknown[]>(callback: (...args: A) => void): (...args: A) => void {
  const latest = useRef(callback);
  useLayoutEffect(() => {
    latest.current = callback;
  });
  return useCallback((...args: A) => latest.current(...args), []);
}

function Toolbar({ onRates, ...props }: LoadedProps & { onRates: () => void }) {
  const { request, comparison, show, section, submitted } = props;
  const { supplierCount, submittedCount, allCount, sections } = comparison;
  const [, setFilters] = useQueryParams(filters);
  const [, setPage] = useQueryParam("columns", "1");
  const change = (changes: Partial<typeof filters>) => {
    if (changes.suppliers) setPage("1");
    setFilters(changes);
  };
  return (
    <div className="comparison-toolbar">
      <Segmented
        label="Questions"
        value={show}
        onChange={(next) => change({ show: next })}
        options={[
          { value: "all", label: "All questions" },
          { value: "differences", label: "Only differences" },
          { value: "scored", label: "Only scored" },
        ]}
      />
      <Select
        aria-label="Section"
        value={section}
        options={[
          { value: "", label: "All sections" },
          ...sections.map(({ id, title }) => ({ value: id, label: title })),
        ]}
        onChange={(event) => change({ section: event.target.value })}
      />
      <Select
        aria-label="Suppliers"
        value={submitted ? "submitted" : "all"}
        options={[
          { value: "all", label: allCount === 1 ? "1 supplier" : `All ${allCount} suppliers` },
          { value: "submitted", label: `${submittedCount} of ${allCount} submitted` },
        ]}
        onChange={(event) => change({ suppliers: event.target.value })}
      />
      <Pager
        page={comparison.page}
        pageSize={comparison.pageSize}
        count={supplierCount}
        onPage={(page) => setPage(String(page))}
      />
      <span className="comparison-toolbar-end">
        <RatesLine comparison={comparison} canChange={request.mayManage} onChange={onRates} />
        <DownloadButton size="sm" download={() => downloadWorkbook(request.id)}>
          Download (XLSX)
        </DownloadButton>
      </span>
    </div>
  );
}

/** The pages of suppliers; nothing if all fit. */
function Pager({
  page,
  pageSize,
  count,
  onPage,
}: {
  page: number;
  pageSize: number;
  count: number;
  onPage: (page: number) => void;
}) {
  const pages = Math.ceil(count / pageSize);
  if (pages <= 1 && page === 1) return null;
  const first = (page - 1) * pageSize + 1;
  return (
    <span className="comparison-pager">
      <IconButton
        icon="left"
        size="sm"
        label="Previous suppliers"
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, Math.max(pages, 1)))}
      />
      <span className="num" role="status">
        {first > count
          ? `${count} suppliers`
          : `Suppliers ${first} to ${Math.min(count, first + pageSize - 1)} of ${count}`}
      </span>
      <IconButton
        icon="right"
        size="sm"
        label="Next suppliers"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </span>
  );
}
