import { useId } from "react";
import BootstrapModal from "react-bootstrap/Modal";
import { IconButton } from "./button";
import type { ModalProps } from "./modal";

/** The drawn half of Modal, in a chunk of its own. */
export function ModalDialog({
  show,
  title,
  onClose,
  children,
  footer,
  size,
  busy = false,
  onSubmit,
}: ModalProps) {
  const titleId = useId();
  const content = (
    <>
      {/* A long text is scrolled by the keyboard too; a form has its own places for the focus. */}
      <BootstrapModal.Body tabIndex={onSubmit ? undefined : 0}>{children}</BootstrapModal.Body>
      {footer && <BootstrapModal.Footer>{footer}</BootstrapModal.Footer>}
    </>
  );
  return (
    <BootstrapModal
      show={show}
      onHide={() => !busy && onClose()}
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
