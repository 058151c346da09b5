import { expect, test } from "vitest";
import { usePageSupplier } from "../../domain/page-supplier";
import { editing, serve } from "../../testing/ncr";
import { renderOnPage } from "../../testing/page";
import NcrOverlay from "./ncr-overlay";

function SupplierPage({ children }: { children: React.ReactNode }) {
  usePageSupplier(3, "Bergmann");
  return children;
}

const overlay = <NcrOverlay detail={{}} show onClose={() => {}} />;

test("a new record is about the supplier of the page", async () => {
  serve();
  const opened = renderOnPage(<SupplierPage>{null}</SupplierPage>);
  opened.rerender(<SupplierPage>{overlay}</SupplierPage>);
  const form = await editing();
  expect((form.getByLabelText(/^Supplier/) as HTMLInputElement).value).toBe("Bergmann");
});

test("on other pages the supplier is chosen in the form", async () => {
  serve();
  renderOnPage(overlay);
  const form = await editing();
  expect((form.getByLabelText(/^Supplier/) as HTMLInputElement).value).toBe("");
});
