import type { ReactNode } from "react";
import { Card } from "../../../ui/card";
import { LoadFailed } from "../../../ui/load-more";
import { Skeleton } from "../../../ui/skeleton";
import { type FigureFilters, useFigures } from "./use-figures";
import "./figures.scss";

type Props<T> = {
  name: string;
  title: string;
  filters: FigureFilters;
  load: (signal: AbortSignal) => Promise<T>;
  /** Renders the card with its figure. */
  children: (figure: T) => ReactNode;
};

/** A card whose figure loads after the page, in a request of its own. */
export function LateCard<T extends object>({ name, title, filters, load, children }: Props<T>) {
  const { data, isError, isFetching, refetch } = useFigures(name, filters, load);
  return (
    <div aria-busy={isFetching}>
      {data ? (
        children(data)
      ) : (
        <Card title={title} className="figures-late">
          {isError ? (
            <LoadFailed title="This figure could not be loaded." refetch={() => refetch()} />
          ) : (
            <Skeleton lines={9} label={`Loading ${title}`} />
          )}
        </Card>
      )}
    </div>
  );
}
