import { formTypeLabel, revisionLabel } from "../../../domain/forms/doc-forms";
import { Card } from "../../../ui/card";
import { classNames } from "../../../ui/class-names";
import { LoadFailed, LoadMore } from "../../../ui/load-more";
import { Time } from "../../../ui/time";
import { CorrectionMark, FormStatus } from "../form-status";
import { BundleBadges } from "../library/bundle-badges";
import type { FormRowsProps } from "../types";
import { FormMenu } from "./form-menu";
import { Thumbnail } from "./thumbnail";
import "../forms.scss";

/** Forms as tiles with a thumbnail of the first page; a click on a tile opens the form. */
export function FormGrid({ list, onAction, empty }: FormRowsProps) {
  if (list.rows.length === 0) {
    if (list.isLoading) return null;
    return <Card>{list.failed ? <LoadFailed {...list} /> : empty}</Card>;
  }
  return (
    <div>
      <ul
        className={classNames("form-grid-list", list.isStale && "stale")}
        aria-label="Forms"
        aria-busy={list.isStale}
      >
        {list.rows.map((form) => (
          <li key={form.id} className="card form-tile">
            <Thumbnail form={form} large />
            <div className="form-tile-text">
              <a href={`/forms/${form.id}`} className="form-tile-link cell-title">
                {form.title}
              </a>
              <span className="cell-sub">{formTypeLabel(form.type)}</span>
              <span className="form-tile-status">
                <FormStatus status={form.status} />
                <span className="cell-sub">{revisionLabel(form)}</span>
                <CorrectionMark form={form} />
              </span>
              <BundleBadges bundles={form.bundles} />
              <div className="form-tile-foot cell-sub">
                <span>
                  Updated <Time value={form.updated} />
                </span>
                {onAction && <FormMenu form={form} onAction={onAction} />}
              </div>
            </div>
          </li>
        ))}
      </ul>
      <LoadMore {...list} />
    </div>
  );
}
