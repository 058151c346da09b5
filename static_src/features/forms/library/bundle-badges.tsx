import { useState } from "react";
import type { BundleRef } from "../../../domain/forms/doc-forms";
import { Badge } from "../../../ui/badge";
import "../forms.scss";

const shownAtFirst = 3;

/** Badges of a form's bundles: the first three, and the others on demand (specification, section 9). */
export function BundleBadges({ bundles }: { bundles: readonly BundleRef[] }) {
  const [all, setAll] = useState(false);
  if (bundles.length === 0) return null;
  const shown = all ? bundles : bundles.slice(0, shownAtFirst);
  return (
    <ul className="bundle-badges" aria-label="Bundles">
      {shown.map(({ id, name, description }) => (
        <li key={id}>
          <Badge icon="bundle">
            <span title={description || undefined}>{name}</span>
          </Badge>
        </li>
      ))}
      {bundles.length > shownAtFirst && (
        <li>
          <button
            type="button"
            className="btn btn-link btn-sm"
            aria-expanded={all}
            onClick={() => setAll(!all)}
          >
            {all ? "Hide" : `${bundles.length - shownAtFirst} more`}
          </button>
        </li>
      )}
    </ul>
  );
}
