import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect } from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { stopsIn } from "../lib/browser/focus-stops";
import { holdPlace } from "../lib/browser/keep-focus";
import type { DraftState } from "../lib/state/use-draft";
import { IconButton } from "./button";
import { DraftRestoredAlert } from "./draft-restored-alert";
import { useFaultFocus } from "./use-fault-focus";

export type ModalProps = {
  show: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons, in reading order; the last is the one that goes on. */
  footer?: ReactNode;
  size?: "sm" | "lg" | "xl";
  /** Something is being sent: the modal can't be closed meanwhile. */
  busy?: boolean;
  /** Makes body and footer one form; a submit button in the footer then sends it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** What was filled in when the page had to be left, which is said above the rest. */
  draftState?: DraftState | null;
};

/**
 * The drawn half of Modal, in a chunk of its own. It comes by an animation of its styles and goes at once: a dialog
 * that fades would stand over the page for good when the end of its fading is missed.
 */
export function ModalDialog({
  show,
  title,
  onClose,
  children,
  footer,
  size,
  busy = false,
  onSubmit,
  draftState,
}: ModalProps) {
  const titleId = useId();
  useFocusRound(titleId, show);
  useFocusBack(show);
  const form = useFaultFocus<HTMLFormElement>(busy);
  const content = (
    <>
      {/* A long text is scrolled by the keyboard too; a form has its own places for the focus. */}
      <BootstrapModal.Body tabIndex={onSubmit ? undefined : 0}>
        {draftState?.isRestored && <DraftRestoredAlert onStartOver={draftState.startOver} />}
        {children}
      </BootstrapModal.Body>
      {footer && <BootstrapModal.Footer>{footer}</BootstrapModal.Footer>}
    </>
  );
  return (
    <BootstrapModal
      show={show}
      onHide={() => !busy && onClose()}
      animation={false}
      backdrop={busy ? "static" : true}
      keyboard={!busy}
      scrollable={!onSubmit}
      centered={false}
      {...(size ? { size } : {})}
      aria-labelledby={titleId}
    >
      <BootstrapModal.Header>
        <BootstrapModal.Title as="h2" id={titleId}>
          {title}
        </BootstrapModal.Title>
        <IconButton icon="close" label="Close" className="ms-auto" onClick={onClose} disabled={busy} />
      </BootstrapModal.Header>
      {onSubmit ? (
        <form
          ref={form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            event.stopPropagation();
            if (!busy) onSubmit(event);
          }}
        >
          {content}
        </form>
      ) : (
        content
      )}
    </BootstrapModal>
  );
}

/**
 * The focus goes back to what opened the dialog; where that went with it (a deleted row's button), to what stood next
 * to it. Its place is noted before the dialog takes the focus, which is when the effects run.
 */
function useFocusBack(show: boolean): void {
  useLayoutEffect(() => {
    if (!show) return;
    const goBack = holdPlace();
    return () => {
      setTimeout(goBack);
    };
  }, [show]);
}

/**
 * Tab goes round inside the dialog. By itself it would first lead behind it, from where the focus is only fetched back
 * afterwards: keys that follow fast would be typed into the page.
 */
function useFocusRound(titleId: string, show: boolean): void {
  useEffect(() => {
    if (!show) return;
    const onKey = (event: KeyboardEvent) => {
      const dialog = document.getElementById(titleId)?.closest<HTMLElement>("[role=dialog]");
      const at = document.activeElement;
      if (event.key !== "Tab" || event.defaultPrevented || !dialog?.contains(at)) return;
      const inside = stopsIn(dialog);
      const [first, last] = [inside[0], inside.at(-1)];
      const leaves = event.shiftKey ? at === first || at === dialog : at === last;
      if (!leaves) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [titleId, show]);
}
