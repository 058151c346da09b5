import type { ComponentType } from "react";
import ErrorsLoading from "../features/errors/loading";

/** The islands that the server renders: all of the browser's registry but those that only overlay the page. */
export const serverIslands: Record<string, ComponentType<never>> = {
  "errors/loading": ErrorsLoading,
};
