import { useEffect, useEffectEvent, useRef } from "react";
import { fieldId } from "../../../../domain/questionnaire/field-ids";
import { useLoaded } from "../../../../lib/browser/use-loaded";
import { useBrowserEvent } from "../../../../lib/events";
import { currentKey } from "../../moved/former-keys";
import type { OpenRfx } from "../open-rfx";
import { takesAnswers } from "./answering";

type Props = {
  open: OpenRfx;
  /** Show a field and move the focus to it. */
  goTo: (key: string) => void;
};

type Place = { rfxId: number; key: string; leftAt: number };

const storageKey = "assay.rfx.place";
/** Milliseconds. After a longer time the page opens at its top. */
const returnsWithin = 30 * 60_000;

const loadMoved = () => import("../../moved/moved");

/**
 * Return to the field that the respondent was in when the page was left: reloaded, closed, or replaced by another page
 * or the sign-in. In localStorage, because a closed tab loses its sessionStorage. Renders the notice of an RFx that moved
 * to a new revision of its form, because few were moved and the page has no room for it.
 */
export function Returning({ open, goTo }: Props) {
  const { rfx, answering } = open;
  const moved = useLoaded(loadMoved, rfx.moved !== null);
  const lastSlot = useRef("");
  useEffect(() => {
    // The module loads lazily, so a field may have the focus already.
    lastSlot.current = slotOf(document.activeElement)?.id ?? "";
    const onFocus = ({ target }: FocusEvent) => {
      const slot = slotOf(target);
      if (slot) lastSlot.current = slot.id;
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, []);
  const remember = useEffectEvent(() => {
    const placed = answering.fields.find(({ key }) => fieldId(key) === lastSlot.current);
    if (placed && takesAnswers(rfx)) store({ rfxId: rfx.id, key: placed.key, leftAt: Date.now() });
  });
  useBrowserEvent("BEFORE_LEAVE", () => remember());
  useEffect(() => {
    const onLeave = () => remember();
    window.addEventListener("pagehide", onLeave);
    return () => window.removeEventListener("pagehide", onLeave);
  }, []);
  const resume = useEffectEvent(() => {
    const place = stored();
    if (place?.rfxId !== rfx.id) return;
    store(null);
    // A link to a field or a follow-up goes where it says.
    const isNamed = window.location.hash !== "" || window.location.pathname.includes("/task/");
    const isElsewhere = isNamed || slotOf(document.activeElement) !== null;
    if (takesAnswers(rfx) && !isElsewhere && Date.now() - place.leftAt < returnsWithin)
      goTo(currentKey(place.key, rfx.moved));
  });
  useEffect(() => resume(), []);
  return moved && rfx.moved && <moved.Moved open={open} moves={rfx.moved} goTo={goTo} />;
}

/** Return the field that contains an element. */
function slotOf(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(".doc-field, .doc-inline") : null;
}

function stored(): Place | null {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? "null") as Place | null;
  } catch {
    return null;
  }
}

function store(place: Place | null): void {
  try {
    if (place) localStorage.setItem(storageKey, JSON.stringify(place));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage the page opens at its top.
  }
}
