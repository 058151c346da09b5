import { useState } from "react";
import { request } from "../../api/client";
import { errorText } from "../../api/errors";
import type { ApiBody, ApiResponse } from "../../api/types";
import { useQuery } from "../../lib/state/queries";
import { useSave } from "../../lib/state/use-save";
import { groupDigits } from "../../lib/text/numbers";
import { FieldGroup } from "../../ui/field";
import { FormModal } from "../../ui/form-modal";
import { Icon } from "../../ui/icon";
import { RadioCards } from "../../ui/radio-cards";
import { Skeleton } from "../../ui/skeleton";
import { mergeable, type Pair } from "./pairs";
import "./duplicates.scss";

type Merge = ApiResponse<"Merge">;
type MergeField = Merge["fields"][number];
type Side = MergeField["sides"][number];
type Sides = Record<string, Side>;

type Props = { pair: Pair; onClose: () => void; onMerged: (merge: Merge) => void };

/** Merge two suppliers: which one stays, its values field by field, and what moves to it. */
export function MergeModal({ pair, onClose, onMerged }: Props) {
  const candidates = mergeable(pair);
  const [goneId, setGoneId] = useState(candidates.at(-1)?.id ?? 0);
  const [sides, setSides] = useState<Sides>({});
  const survivorId = pair.suppliers.find(({ id }) => id !== goneId)?.id ?? 0;
  const body = { survivorId, goneId };
  const preview = useQuery({
    queryKey: ["merge", survivorId, goneId],
    queryFn: ({ signal }) =>
      request("POST", "/api/relationship/merge", {
        body: { ...body, previewOnly: true },
        toast: false,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
  const { save, busy, failure } = useSave({
    send: (fields: Sides, idempotencyKey) =>
      request("POST", "/api/relationship/merge", {
        body: { ...body, fields } as ApiBody<"MergeRequest">,
        idempotencyKey,
        toast: false,
      }),
    onSaved: onMerged,
    failureOf: errorText,
  });
  const { data } = preview;
  return (
    <FormModal
      title="Merge suppliers"
      size="lg"
      onClose={onClose}
      busy={busy}
      failure={failure || (preview.isError ? errorText(preview.error) : "")}
      canSubmit={!!data}
      draftState={null}
      onSubmit={() => save(sides)}
      submitLabel="Merge"
      busyText="Merging..."
    >
      <FieldGroup label="Which supplier stays?">
        <div className="merge-columns">
          <RadioCards
            value={String(survivorId)}
            onChange={(id) => {
              setSides({});
              setGoneId(pair.suppliers.find((each) => String(each.id) !== id)?.id ?? 0);
            }}
            disabled={busy}
            options={pair.suppliers.map((supplier) => {
              const other = pair.suppliers.find(({ id }) => id !== supplier.id);
              return {
                value: String(supplier.id),
                label: <bdi>{supplier.name}</bdi>,
                text: supplier.isInvited ? "Invited, no account yet" : "Has an account",
                disabled: !other?.isInvited,
              };
            })}
          />
        </div>
      </FieldGroup>
      <div aria-live="polite">
        {data ? (
          <>
            <Fields merge={data} sides={sides} onChange={setSides} disabled={busy} />
            <Consequences merge={data} />
          </>
        ) : (
          !preview.isError && <Skeleton lines={4} />
        )}
      </div>
    </FormModal>
  );
}

type FieldsProps = { merge: Merge; sides: Sides; onChange: (sides: Sides) => void; disabled: boolean };

/** The fields with two values. */
function Fields({ merge: { fields, survivor, former }, sides, onChange, disabled }: FieldsProps) {
  const sources: Record<Side, string> = {
    SURVIVOR: survivor.name,
    GONE: former.name,
    BOTH: "Both, one after the other",
  };
  const ordered: readonly Side[] = ["SURVIVOR", "GONE", "BOTH"];
  return fields.map(({ name, label, sides: possible, ...values }) => {
    const texts: Record<Side, string> = {
      SURVIVOR: values.survivor || "Empty",
      GONE: values.former || "Empty",
      BOTH: "Join both",
    };
    return (
      <FieldGroup key={name} label={label}>
        <div className="merge-columns">
          <RadioCards
            value={sides[name] ?? possible[0] ?? "SURVIVOR"}
            onChange={(side) => onChange({ ...sides, [name]: side })}
            disabled={disabled}
            options={ordered
              .filter((side) => possible.includes(side))
              .map((side) => ({
                value: side,
                label: <bdi>{texts[side]}</bdi>,
                text: <bdi>{sources[side]}</bdi>,
              }))}
          />
        </div>
      </FieldGroup>
    );
  });
}

/** The rows that move and the rows that stay, in sentences. */
function Consequences({ merge: { survivor, former, moves, stays } }: { merge: Merge }) {
  const shared = moves.filter(({ noun }) => /^(RFx|non-conformance|required document)/.test(noun));
  const people = stays.find(({ noun }) => noun.startsWith("contact"));
  return (
    <div className="alert alert-warning notice">
      <Icon name="warning" />
      <div>
        <p>
          <strong>
            <bdi>{former.name}</bdi> leaves your network.
          </strong>{" "}
          {moves.length > 0 ? (
            <>
              {listed(moves)} {total(moves) === 1 ? "moves" : "move"} to <bdi>{survivor.name}</bdi>.
            </>
          ) : (
            <>It has no records that would move.</>
          )}
        </p>
        {people && (
          <p>
            {groupDigits(people.count)} {people.noun} of <bdi>{former.name}</bdi> can't move, because{" "}
            <bdi>{survivor.name}</bdi> manages its own users.{" "}
            {people.count === 1 ? "The invitation ends." : "Their invitations end."}
          </p>
        )}
        {!survivor.isInvited && shared.length > 0 && (
          <p>
            Users of <bdi>{survivor.name}</bdi> can then see the {listed(shared)}.
          </p>
        )}
        <p>You can undo this for 30 days, as long as nothing that moved has changed.</p>
      </div>
    </div>
  );
}

const total = (counts: Merge["moves"]): number => counts.reduce((sum, { count }) => sum + count, 0);

/** Return '12 RFxs, 3 non-conformances and 4 contacts'. */
function listed(counts: Merge["moves"]): string {
  const parts = counts.map(({ noun, count }) => `${groupDigits(count)} ${noun}`);
  const last = parts.pop() ?? "";
  return parts.length > 0 ? `${parts.join(", ")} and ${last}` : last;
}
