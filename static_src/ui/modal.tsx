import { type ComponentType, useEffect, useEffectEvent, useState } from "react";
import { fetchModule } from "../lib/browser/fetch-module";
import { showLoadError } from "../lib/toasts";
import type { ModalProps } from "./modal-dialog";

let Loaded: ComponentType<ModalProps> | null = null;

async function load(): Promise<ComponentType<ModalProps>> {
  Loaded ??= (await fetchModule(() => import("./modal-dialog"))).ModalDialog;
  return Loaded;
}

const whenIdle = (act: () => void) =>
  "requestIdleCallback" in window ? window.requestIdleCallback(act) : setTimeout(act, 300);

/**
 * A dialog over the page: keeps the focus inside, closes on Escape, returns the focus. Its view is loaded when the page
 * is idle, so that it does not delay the page. If loading fails, a toast says so and the dialog closes: the user can
 * press the opening button again.
 */
export function Modal(props: ModalProps) {
  const [Dialog, setDialog] = useState<ComponentType<ModalProps> | null>(null);
  const { show } = props;
  const closeOnFailure = useEffectEvent(() => {
    if (!show) return;
    showLoadError();
    props.onClose();
  });
  useEffect(() => {
    let isMounted = true;
    const fetchDialog = () =>
      load().then(
        (loaded) => isMounted && setDialog(() => loaded),
        () => isMounted && closeOnFailure(),
      );
    if (show || Loaded) fetchDialog();
    else whenIdle(fetchDialog);
    return () => {
      isMounted = false;
    };
  }, [show]);
  return Dialog ? <Dialog {...props} /> : null;
}
