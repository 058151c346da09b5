export { PartStrips } from "./part-strips";
export { AskButton, SectionFaces, SectionPeople } from "./section-people";
export { WatchParts } from "./watch-parts";
export { WhoseTurn } from "./whose-turn";
