import { createElement, Fragment } from "react";

/** The parts of one text, each in the direction of its own letters: a day stays whole beside a name from right to left. */
export function Parts({ parts }: { parts: readonly string[] }) {
  const nodes = parts.flatMap((part, index) => [index > 0 && ", ", <bdi key={part}>{part}</bdi>]);
  return createElement(Fragment, null, ...nodes);
}
