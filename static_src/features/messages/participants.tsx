import { Avatar } from "../../domain/people/faces";
import type { ThreadPerson } from "../../domain/threads/threads";
import { Tooltip } from "../../ui/tooltip";
import "./messages.scss";

/** Pictures of the participants; hover and focus show name and organisation. */
export function Participants({ people }: { people: readonly ThreadPerson[] }) {
  return (
    <ul className="participants" aria-label="Participants">
      {people.map((person) => (
        <li key={person.id}>
          <Tooltip text={`${person.name}, ${person.organisation.name}`} align="start" below>
            <a href={`/contacts/${person.id}`} className="participant">
              <Avatar person={person} size="md" />
              <span className="visually-hidden">{person.name}</span>
            </a>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
}
