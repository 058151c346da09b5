import { useState } from "react";
import { Button } from "../../../ui/button";
import "./workbook.scss";

/** Characters of a text that is shown whole. */
const shownWhole = 320;

/** A text whose end is hidden if it is long. */
export function LongText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  if (text.length <= shownWhole || isWhole) return <bdi className="workbook-text">{text}</bdi>;
  return (
    <>
      <bdi className="workbook-text">{text.slice(0, shownWhole)}...</bdi>{" "}
      <Button variant="link" size="sm" onClick={() => setWhole(true)}>
        Show all
      </Button>
    </>
  );
}
