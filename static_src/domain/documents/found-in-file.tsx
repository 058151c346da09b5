import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";

type Props = { text: string; isUsed: boolean; disabled: boolean; onUse: () => void };

/** A detail that was found in the file, below its field, with a button that takes it over; hidden once the field has it. */
export function FoundInFile({ text, isUsed, disabled, onUse }: Props) {
  return (
    <div role="status">
      {!isUsed && (
        <p className="button-row small-text text-secondary">
          <Icon name="search" />
          <span>
            Found in the file: <bdi>{text}</bdi>
          </span>
          <Button size="sm" disabled={disabled} aria-label={`Use ${text}`} onClick={onUse}>
            Use
          </Button>
        </p>
      )}
    </div>
  );
}
