import { useLoaded } from "../../lib/use-loaded";
import type { Rfx } from "./types";

const load = () => import("./reuse");

/** What offers earlier answers, fetched where there are any. */
export function useEarlier(reuse: Rfx["reuse"]) {
  return useLoaded(load, Object.keys(reuse ?? {}).length > 0);
}
