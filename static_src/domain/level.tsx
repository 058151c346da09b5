import { Badge, type Tone } from "../ui/badge";
import { FieldGroup } from "../ui/field";
import type { IconName } from "../ui/icons";
import { RadioCards } from "../ui/radio-cards";

/** Approval levels of a relationship, in ascending order (specification, section 3). */
export type Level = "None" | "Evaluation" | "Approved" | "Contracted" | "Preferred";

const looks: Record<Level, { tone: Tone; icon: IconName; text: string }> = {
  None: {
    tone: "none",
    icon: "none",
    text: "No official relationship yet, or one that has ended.",
  },
  Evaluation: {
    tone: "wait",
    icon: "evaluation",
    text: "Being officially evaluated, intending to bring the supplier on as Approved or Contracted.",
  },
  Approved: {
    tone: "ok",
    icon: "approved",
    text: "Official relationship, no contract yet.",
  },
  Contracted: { tone: "info", icon: "contracted", text: "A contract exists." },
  Preferred: { tone: "ok", icon: "preferred", text: "On the preferred list." },
};

export const levels = Object.keys(looks) as Level[];

export function LevelBadge({ level }: { level: Level }) {
  const { tone, icon } = looks[level];
  return (
    <Badge tone={tone} icon={icon}>
      {level}
    </Badge>
  );
}

type PickerProps = {
  /** Null before a choice. */
  value: Level | null;
  onChange: (level: Level) => void;
  /** Offer None; only for existing relationships. */
  allowNone?: boolean;
  label?: string;
  disabled?: boolean;
};

/** Radio cards of the levels with their descriptions (specification, section 2, Shared widgets). */
export function LevelPicker({ value, onChange, allowNone = false, label = "Level", disabled }: PickerProps) {
  const options = levels
    .filter((level) => allowNone || level !== "None")
    .map((level) => ({ value: level, label: level, text: looks[level].text }));
  return (
    <FieldGroup label={label}>
      <RadioCards value={value} onChange={onChange} options={options} disabled={disabled} />
    </FieldGroup>
  );
}
