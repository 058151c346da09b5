import { Button } from "./button";

/** The line in place of a part of a card or cell whose request failed. `LoadFailed` replaces the whole content. */
export function LoadFailedLine({ title, refetch }: { title: string; refetch: () => unknown }) {
  return (
    <p role="alert">
      {title}{" "}
      <Button size="sm" onClick={refetch}>
        Try again
      </Button>
    </p>
  );
}
