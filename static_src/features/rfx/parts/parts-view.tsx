export { OwnParts } from "./own-part";
export { AskButton, SectionPeople } from "./section-people";
export { WatchParts } from "./watch-parts";
export { WhoseTurn } from "./whose-turn";
