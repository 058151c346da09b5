import { Avatar } from "../../../domain/people/faces";
import { formatCount } from "../../../lib/text/numbers";
import type { PresentPerson } from "./live-rfx";
import "./presence.scss";

/** The largest number of people by name; the others are counted. */
const maxNamed = 4;

type Props = { people: readonly PresentPerson[]; place: "side" | "header" };

/** The people who have the RFx open: "Tomas Oliveira is answering section 5". */
export function PresenceList({ people, place }: Props) {
  const named = people.slice(0, place === "side" ? maxNamed : 1);
  const faces = place === "side" ? [] : people.slice(1, maxNamed);
  const others = people.length - named.length;
  return (
    <ul className={`presence presence-${place}`} aria-label="People here now">
      {named.map((person) => (
        <li key={person.id}>
          <Avatar person={person} />
          <span className="presence-text">{presenceText(person)}</span>
        </li>
      ))}
      {others > 0 && (
        <li>
          {faces.map((person) => (
            <Avatar key={person.id} person={person} />
          ))}
          <span className={place === "side" ? "presence-text" : "presence-text visually-hidden"}>
            {formatCount(others, "other is", "others are")} here
          </span>
        </li>
      )}
    </ul>
  );
}

function presenceText({ name, section }: PresentPerson) {
  return (
    <>
      <bdi>{name}</bdi> {section === null ? "is here" : `is answering section ${section}`}
    </>
  );
}
