import { createElement, type ReactNode, useState } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { useQueryParam } from "../../../lib/state/use-query-param";
import { takesAnswers } from "../detail/answering/answering";
import type { OpenRfx } from "../detail/open-rfx";
import type { LeftAnswers } from "./types";

const loadScreen = () => import("./import-screen");

/** The Excel round trip of an open RFx. */
export type Workbook = {
  /** Open the dialog that reads a filled workbook; null for viewers who cannot answer. */
  read: (() => void) | null;
  left: LeftAnswers | null;
  screen: ReactNode;
};

/** Return the Excel round trip of an RFx. Its screen is open while the address has the parameter `import`. */
export function useWorkbook(open: OpenRfx): Workbook {
  const [address, setAddress] = useQueryParam("import");
  const [left, setLeft] = useState<LeftAnswers | null>(null);
  const isRespondent = open.rfx.viewerRole !== "REQUESTER";
  const isShown = isRespondent && address !== "";
  const module = useLoaded(loadScreen, isShown);
  return {
    read: isRespondent && takesAnswers(open.rfx) ? () => setAddress("new") : null,
    left,
    screen:
      isShown && module
        ? createElement(module.ImportScreen, { open, address, onAddress: setAddress, onLeft: setLeft })
        : null,
  };
}
