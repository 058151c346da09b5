import { classNames } from "./class-names";

type Props = {
  lines?: number;
  label?: string;
  /** The content will be longer than the window: reserve its height on small screens. */
  long?: boolean;
};

/** Bars in place of lines of text. They appear after 150 ms, so that fast responses do not flash. */
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
