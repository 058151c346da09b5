import type { IconName } from "../../../../ui/icons";
import type { FieldCard } from "./card";
import "./fields.scss";

/** Draw the card of a field into an element of the editor. surface/static.tsx renders the same card with React. */
export function drawCard(dom: HTMLElement, card: FieldCard, inline: boolean): void {
  if (inline) {
    const label = element("span", "form-chip-label", card.label || card.name);
    label.dir = "auto";
    if (card.required) label.append(element("span", "field-required", "\u00a0*"));
    dom.replaceChildren(icon(card.icon), label);
    return;
  }
  const label = element("div", "form-field-label", card.label || "No label yet");
  if (!card.label) label.classList.add("missing");
  if (card.required) label.append(element("span", "field-required", "\u00a0*"));
  const body = element("div", "form-field-body");
  body.dir = "auto";
  body.append(label);
  if (card.hint) body.append(element("div", "field-hint", card.hint));
  body.append(look(card));
  body.append(meta(card));
  const grip = element("span", "form-field-grip");
  grip.append(icon("drag"));
  dom.replaceChildren(grip, body);
}

function look({ look: kind, words, unit }: FieldCard): HTMLElement {
  const drawn = element("div", `form-field-look look-${kind}`);
  drawn.append(...words.map((word) => element("span", "", word)));
  if (unit) drawn.append(element("span", "look-unit", unit));
  return drawn;
}

function meta(card: FieldCard): HTMLElement {
  const line = element("div", "form-field-meta");
  const kind = element("span", "form-field-kind", card.kind);
  kind.prepend(icon(card.icon));
  line.append(kind, element("code", "", card.name), ...card.notes.map((note) => element("span", "", note)));
  return line;
}

function element(tag: string, className: string, text = ""): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

const svg = "http://www.w3.org/2000/svg";

/** Create an icon of the sprite with the same markup as ui/icon. */
export function icon(name: IconName): SVGElement {
  const made = document.createElementNS(svg, "svg");
  made.setAttribute("class", "icon");
  made.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", `${__ICONS_URL__}#${name}`);
  made.append(use);
  return made;
}
