import type { Workbook } from "../../workbook/use-workbook";
import type { OpenRfx } from "../open-rfx";
import { DownloadMenu } from "./download-menu";
import { MoreMenu, type MoreProps } from "./more-menu";

type Props = Omit<MoreProps, "rfx"> & { open: OpenRfx; workbook: Workbook };

/** The menus in the title row of an RFx. */
export function ToolMenus({ open, workbook, ...more }: Props) {
  return (
    <>
      <DownloadMenu open={open} workbook={workbook} />
      <MoreMenu rfx={open.rfx} {...more} />
    </>
  );
}
