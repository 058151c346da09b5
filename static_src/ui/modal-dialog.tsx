import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect } from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { stopsIn } from "../lib/browser/focus-stops";
import { rememberFocus } from "../lib/browser/keep-focus";
import type { DraftState } from "../lib/state/use-draft";
import { IconButton } from "./button";
import { DraftRestoredAlert } from "./draft-restored-alert";
import { useFaultFocus } from "./use-fault-focus";

export type ModalProps = {
  show: boolean;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons in reading order; the last one confirms. */
  footer?: ReactNode;
  /** "full" covers the screen. */
  size?: "sm" | "lg" | "xl" | "full";
  /** Shown at the bottom of the window, for phones. */
  isSheet?: boolean;
  /** A request is running: the modal cannot be closed. */
  busy?: boolean;
  /** Wraps body and footer in a form; called when a submit button in the footer submits it. */
  onSubmit?: (event: FormEvent<HTMLFormElement>) => void;
  /** The draft of the form; an alert above the body says that it was restored. */
  draftState?: DraftState | null;
};

/**
 * The view of Modal, in a separate chunk. It appears with a CSS animation and closes at once: a fading dialog would
 * cover the page permanently if the end of its transition were missed.
 */
export function ModalDialog({
  show,
  title,
  onClose,
  children,
  footer,
  size,
  isSheet = false,
  busy = false,
  onSubmit,
  draftState,
}: ModalProps) {
  const titleId = useId();
  useFocusTrap(titleId, show);
  useFocusRestore(show);
  const form = useFaultFocus<HTMLFormElement>(busy);
  const content = (
    <>
      {/* A focusable body scrolls by keyboard. A form does not need it: its controls take the focus. */}
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
      {...(size === "full" ? { fullscreen: true } : size ? { size } : {})}
      {...(isSheet ? { dialogClassName: "modal-sheet" } : {})}
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

type Closing = { restoreFocus: () => void; isReplaced: boolean };

let closing: Closing | null = null;

/**
 * Return the focus to the element that opened the dialog or, if that is gone (the button of a deleted row), to its
 * neighbour. A dialog that replaces another one returns it to the element that opened the first. A layout effect, because
 * the other effects run after the dialog has taken the focus.
 */
function useFocusRestore(show: boolean): void {
  useLayoutEffect(() => {
    if (!show) return;
    const restoreFocus = replaceClosing() ?? rememberFocus();
    return () => {
      const own: Closing = { restoreFocus, isReplaced: false };
      closing = own;
      setTimeout(() => {
        if (closing === own) closing = null;
        if (!own.isReplaced) restoreFocus();
      });
    };
  }, [show]);
}

function replaceClosing(): (() => void) | null {
  if (!closing) return null;
  const { restoreFocus } = closing;
  closing.isReplaced = true;
  closing = null;
  return restoreFocus;
}

/**
 * Cycle the focus inside the dialog on Tab. Bootstrap only fetches the focus back after it has left the dialog, and fast
 * typing would go into the page behind it.
 */
function useFocusTrap(titleId: string, show: boolean): void {
  useEffect(() => {
    if (!show) return;
    const onKey = (event: KeyboardEvent) => {
      const dialog = document.getElementById(titleId)?.closest<HTMLElement>("[role=dialog]");
      const current = document.activeElement;
      if (event.key !== "Tab" || event.defaultPrevented || !dialog?.contains(current)) return;
      const inside = stopsIn(dialog);
      const [first, last] = [inside[0], inside.at(-1)];
      const leaves = event.shiftKey ? current === first || current === dialog : current === last;
      if (!leaves) return;
      event.preventDefault();
      (event.shiftKey ? last : first)?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [titleId, show]);
}
