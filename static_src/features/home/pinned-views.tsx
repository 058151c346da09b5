import { request } from "../../api/client";
import type { SavedView } from "../../domain/views/views";
import { useQuery } from "../../lib/state/queries";
import "./pinned-views.scss";

const countCap = 99;

/** The saved views that their owners show on Home. The counts load after the page, with one request. */
export function PinnedViews({ views }: { views: readonly SavedView[] }) {
  const { data, isError } = useQuery({
    queryKey: ["savedViews", "pinned"],
    queryFn: ({ signal }) =>
      request("GET", "/api/savedView", { query: { pinned: true }, signal, toast: false }),
    enabled: views.length > 0,
  });
  if (views.length === 0) return null;
  const counts = new Map(data?.map(({ id, count }) => [id, count]));
  return (
    <nav className="pinned-views" aria-label="Saved views">
      {views.map(({ id, name, listTitle, href }) => (
        <a key={id} className="card pinned-view" href={href} title={name}>
          <span className="pinned-count num">{isError ? "?" : countText(counts.get(id))}</span>
          <span className="pinned-text">
            <bdi className="pinned-name">{name}</bdi>
            <span className="cell-sub">{listTitle}</span>
          </span>
        </a>
      ))}
    </nav>
  );
}

function countText(count: number | null | undefined): string {
  if (count === null || count === undefined) return "\u2026";
  return count > countCap ? `${countCap}+` : String(count);
}
