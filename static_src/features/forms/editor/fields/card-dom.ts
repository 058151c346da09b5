import type { IconName } from "../../../../ui/icons";
import type { FieldCard } from "./card";
import "./fields.scss";

/** Draw the card of a field into an element of the editor. surface/static.tsx renders the same card with React. */
export function drawCard(dom: HTMLElement, card: FieldCard, inline: boolean): void {
  if (inline) {
    const label = createElement("span", "form-chip-label", card.label || card.name);
    label.dir = "auto";
    if (card.required) label.append(createElement("span", "field-required", "\u00a0*"));
    dom.replaceChildren(createIcon(card.icon), label);
    return;
  }
  const label = createElement("div", "form-field-label", card.label || "No label yet");
  if (!card.label) label.classList.add("missing");
  if (card.required) label.append(createElement("span", "field-required", "\u00a0*"));
  const body = createElement("div", "form-field-body");
  body.dir = "auto";
  body.append(label);
  if (card.hint) body.append(createElement("div", "field-hint", card.hint));
  body.append(drawLook(card));
  body.append(drawMeta(card));
  const grip = createElement("span", "form-field-grip");
  grip.append(createIcon("drag"));
  dom.replaceChildren(grip, body);
}

function drawLook({ look: kind, texts, unit }: FieldCard): HTMLElement {
  const box = createElement("div", `form-field-look look-${kind}`);
  box.append(...texts.map((text) => createElement("span", "", text)));
  if (unit) box.append(createElement("span", "look-unit", unit));
  return box;
}

function drawMeta(card: FieldCard): HTMLElement {
  const line = createElement("div", "form-field-meta");
  const kind = createElement("span", "form-field-kind", card.kind);
  kind.prepend(createIcon(card.icon));
  line.append(
    kind,
    createElement("code", "", card.name),
    ...card.notes.map((note) => createElement("span", "", note)),
  );
  return line;
}

function createElement(tag: string, className: string, text = ""): HTMLElement {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text) node.textContent = text;
  return node;
}

const svg = "http://www.w3.org/2000/svg";

/** Create an icon of the sprite with the same markup as ui/icon. */
function createIcon(name: IconName): SVGElement {
  const node = document.createElementNS(svg, "svg");
  node.setAttribute("class", "icon");
  node.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svg, "use");
  use.setAttribute("href", `${__ICONS_URL__}#${name}`);
  node.append(use);
  return node;
}
