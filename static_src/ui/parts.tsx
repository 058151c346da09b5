import { createElement, Fragment } from "react";

/** Parts of a text, separated by commas. Each part is isolated, so that a right-to-left name does not reorder its neighbours. */
export function Parts({ parts }: { parts: readonly string[] }) {
  const nodes = parts.flatMap((part, index) => [index > 0 && ", ", <bdi key={part}>{part}</bdi>]);
  return createElement(Fragment, null, ...nodes);
}
