import { useState } from "react";
import { formatCount } from "../../lib/text/numbers";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { Checkbox } from "../../ui/inputs";
import { type Chosen, type FormImport, type LibraryMatch, rowKey } from "./types";
import "./form-imports.scss";

type Props = { read: FormImport; chosen: Chosen; onChange: (part: Partial<Chosen>) => void };

const shownFirst = 10;

/** Questions of the file that the library has. A linked question offers respondents their earlier answers. */
export function Library({ read, chosen, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { matches, questions } = read;
  const labels = new Map(questions.map((each) => [rowKey(each), each.label]));
  const linked = new Map(chosen.links.map((link) => [rowKey(link), link.questionId]));
  const isLinked = (match: LibraryMatch) => linked.get(rowKey(match)) === match.questionId;
  const linkOf = ({ sheet, row, questionId }: LibraryMatch) => ({ sheet, row, questionId });
  const toggle = (match: LibraryMatch, isOn: boolean) => {
    const others = chosen.links.filter((link) => rowKey(link) !== rowKey(match));
    onChange({ links: isOn ? [...others, linkOf(match)] : others });
  };
  const same = matches.filter(({ similarity }) => similarity === 100);
  const areAllLinked = same.length > 0 && same.every(isLinked);
  return (
    <Card
      className="form-import-card"
      title="Question library"
      actions={
        same.length > 0 && (
          <Button
            size="sm"
            onClick={() =>
              onChange({
                links: areAllLinked ? [] : [...chosen.links.filter(isOther(same)), ...same.map(linkOf)],
              })
            }
          >
            {areAllLinked ? "Unlink all" : `Link all ${same.length} with the same text`}
          </Button>
        )
      }
    >
      <p>
        {matches.length} of {formatCount(questions.length, "question")} {matches.length === 1 ? "is" : "are"}{" "}
        in your library or the standard ones. Respondents of a linked question are offered their earlier
        answers.
      </p>
      <ul className="form-import-matches">
        {matches.slice(0, isOpen ? undefined : shownFirst).map((match) => (
          <li key={rowKey(match)}>
            <Checkbox
              label={<bdi>{labels.get(rowKey(match)) ?? match.label}</bdi>}
              hint={
                match.similarity < 100
                  ? `${Math.round(match.similarity)} % similar to: ${match.label}`
                  : match.isGlobal
                    ? "Standard question"
                    : "Your library"
              }
              checked={isLinked(match)}
              onChange={({ target }) => toggle(match, target.checked)}
            />
          </li>
        ))}
      </ul>
      {matches.length > shownFirst && (
        <Button variant="link" size="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show fewer" : `Show all ${matches.length}`}
        </Button>
      )}
    </Card>
  );
}

const isOther = (matches: readonly LibraryMatch[]) => {
  const keys = new Set(matches.map(rowKey));
  return (link: { sheet: string; row: number }) => !keys.has(rowKey(link));
};
