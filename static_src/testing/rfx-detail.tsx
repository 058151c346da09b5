import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import RfxDetail from "../features/rfx/detail/detail";
import type { Rfx } from "../features/rfx/types";
import { useToasts } from "../lib/toasts";
import { blockNode, fieldNode, textNode } from "./form-documents";
import { renderOnPage } from "./page";
import "./rfx-fetched";
import type { RfxServer } from "./rfx-server";

export const company = fieldNode("company", { label: "Company name", required: true });
export const city = fieldNode("city", { label: "City" });
export const signature = fieldNode("signature", {
  label: "Signature",
  type: "FORMSIGNATURE",
  required: true,
});
export const section = (title: string) => blockNode("heading", [textNode(title)], { level: 2 });

const supplier = { organisation: { id: 9, name: "Bergmann", isTestOrganisation: false, logoUrl: null } };

function Toasts() {
  return <output>{useToasts().map(({ text }) => text)}</output>;
}

/** Render the page of an RFx with its toasts, by default for its supplier. */
export function show(server: RfxServer, { taskId = null as number | null, buyer = false } = {}) {
  return renderOnPage(
    <>
      <Toasts />
      <RfxDetail rfx={server.rfx as Rfx} taskId={taskId} />
    </>,
    buyer ? {} : supplier,
  );
}

export const press = async (name: string | RegExp) =>
  userEvent.click(await screen.findByRole("button", { name }));
export const submitButton = () =>
  screen.getByRole("button", { name: /^Submit Response/ }) as HTMLButtonElement;
export const field = (name: RegExp) => screen.getByRole("textbox", { name }) as HTMLInputElement;
