import { classNames } from "./class-names";

type Props = {
  lines?: number;
  label?: string;
  /** What comes is longer than a window: on a small one it has that room at once. */
  long?: boolean;
};

/** Bars in the shape of lines of text; they show after 150 ms, so that what loads quickly never flashes. */
export function Skeleton({ lines = 3, label = "Loading", long = false }: Props) {
  const widths = ["w-80", "w-60", "w-40"];
  return (
    <div role="status" aria-label={label} className={classNames("py-2", long && "skeleton-long")}>
      {Array.from({ length: lines }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike
        <span key={index} className={`skeleton ${widths[index % widths.length]}`} />
      ))}
    </div>
  );
}
