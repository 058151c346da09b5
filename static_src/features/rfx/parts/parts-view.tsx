export { OwnParts } from "./own-part";
export { AskButton, SectionPeople } from "./section-people";
export { WhoseTurn } from "./whose-turn";
