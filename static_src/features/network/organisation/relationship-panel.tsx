import { type ComponentType, type ReactNode, useState } from "react";
import { LevelBadge } from "../../../domain/level";
import { usePermission } from "../../../lib/browser/page-context";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import { Card } from "../../../ui/card";
import type { Organisation, Relationship } from "../types";
import "../network.scss";

type Props = {
  organisation: Organisation;
  onChange: () => void;
  onSaved: (relationship: Relationship) => void;
};

const loadOwnerModal = () => import("./owner-modal").then(({ OwnerModal }) => ({ Modal: OwnerModal }));
const loadNumberModal = () => import("./number-modal").then(({ NumberModal }) => ({ Modal: NumberModal }));

/** The level and the owner of the relationship, or a text without one, with buttons to change them. */
export function RelationshipPanel({
  organisation: { relationship, isCustomer, name },
  onChange,
  onSaved,
}: Props) {
  const mayChange = usePermission("MANAGE_RELATIONSHIPS");
  const { owner, externalRef } = relationship ?? {};
  const line = { mayChange, onSaved };
  return (
    <Card title="Relationship">
      {relationship ? (
        <>
          <LevelBadge level={relationship.level} />
          <ChangeableLine {...line} relationship={relationship} noun="owner" load={loadOwnerModal}>
            {owner ? (
              <>
                Owner: <a href={`/contacts/${owner.id}`}>{owner.name}</a>
              </>
            ) : (
              "No owner yet"
            )}
          </ChangeableLine>
          {(externalRef || mayChange) && (
            <ChangeableLine {...line} relationship={relationship} noun="own number" load={loadNumberModal}>
              {externalRef ? (
                <>
                  Own number: <bdi>{externalRef}</bdi>
                </>
              ) : (
                "No own number yet"
              )}
            </ChangeableLine>
          )}
        </>
      ) : (
        !isCustomer && <p className="text-secondary">This organisation is not in your network.</p>
      )}
      {isCustomer && <p className={relationship ? "mt-2" : ""}>You are a supplier of {name}.</p>}
      {mayChange && (
        <div className="panel-action">
          <Button
            onClick={onChange}
            {...(relationship ? {} : { icon: "add", ...(isCustomer ? {} : { variant: "primary" }) })}
          >
            {relationship ? "Change Relationship..." : "Add Supplier To My Network..."}
          </Button>
        </div>
      )}
    </Card>
  );
}

type ModalProps = {
  relationship: Relationship;
  show: boolean;
  onClose: () => void;
  onSaved: (relationship: Relationship) => void;
};

type LineProps = Pick<ModalProps, "relationship" | "onSaved"> & {
  mayChange: boolean;
  /** The name of the value in the label of the button. */
  noun: string;
  load: () => Promise<{ Modal: ComponentType<ModalProps> }>;
  children: ReactNode;
};

/** A value of the relationship, with the button that opens its dialog. */
function ChangeableLine({ mayChange, noun, load, children, ...props }: LineProps) {
  const [opened, setOpened] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const modal = useLoaded(load, opened > 0);
  return (
    <p className="mt-2">
      {children}
      {mayChange && (
        <Button
          variant="link"
          className="ms-2"
          aria-label={`Change ${noun}...`}
          onClick={() => {
            setOpened(opened + 1);
            setIsOpen(true);
          }}
        >
          Change...
        </Button>
      )}
      {modal && <modal.Modal key={opened} {...props} show={isOpen} onClose={() => setIsOpen(false)} />}
    </p>
  );
}
