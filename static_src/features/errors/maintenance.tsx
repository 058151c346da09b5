import { usePageContext } from "../../lib/page-context";
import { ButtonLink } from "../../ui/button";

/** The maintenance page (specification, section 2): a background and the way back in, which loads the new version. */
export default function Maintenance() {
  const { productName } = usePageContext();
  return (
    <div className="error-page maintenance">
      <div className="maintenance-card card">
        <h1 className="error-page-title">{productName} is being updated</h1>
        <p className="text-secondary mb-0">
          It will be back in a moment. What you were writing is kept on this device.
        </p>
        <ButtonLink variant="primary" href="/login">
          Login
        </ButtonLink>
      </div>
    </div>
  );
}
