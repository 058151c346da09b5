import { useState } from "react";
import { useQuery } from "../../../lib/state/queries";
import { Button } from "../../../ui/button";
import { Icon } from "../../../ui/icon";
import { countOpenRfxs, usedEarlier } from "./move-calls";
import { MoveModal } from "./move-modal";
import "../editor/page.scss";

/** Notice that open RFxs use an earlier revision, with the button that moves them. Without such RFxs it is absent. */
export function OpenRfxNotice({ form }: { form: { id: number; title: string } }) {
  const [isShown, setShown] = useState(false);
  const { data: count, refetch } = useQuery({
    queryKey: ["open-rfx-count", form.id],
    queryFn: ({ signal }) => countOpenRfxs(form.id, signal),
  });
  if (!count && !isShown) return null;
  return (
    <div className="alert alert-info form-read-only">
      <Icon name="moved" />
      <span>{usedEarlier(count ?? 0)}</span>
      <Button size="sm" onClick={() => setShown(true)}>
        Move...
      </Button>
      {isShown && (
        <MoveModal
          form={form}
          onClose={() => {
            setShown(false);
            refetch();
          }}
        />
      )}
    </div>
  );
}
