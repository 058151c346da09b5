import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";
import { Icon } from "./icon";

type Props = {
  onFiles: (files: File[]) => void;
  /** As the `accept` of a file input: ".png,.jpeg". */
  accept?: string | undefined;
  multiple?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The text next to the button; default: 'or drop files here'. */
  children?: ReactNode;
  buttonLabel?: string | undefined;
  /** Adds a button for the camera on phones and tablets. */
  camera?: boolean | undefined;
};

/** An area to pick, drop or paste files. Pasting works anywhere in the surrounding form or dialog. */
export function Dropzone({
  onFiles,
  accept,
  multiple = true,
  disabled = false,
  children,
  buttonLabel,
  camera = false,
}: Props) {
  const control = useFieldControl();
  const ownId = useId();
  const [isOver, setOver] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });

  useEffect(() => {
    if (disabled) return;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      const place = root.current?.closest("form, [role=dialog]") ?? root.current;
      if (files.length === 0 || !place?.contains(event.target as Node)) return;
      event.preventDefault();
      latest.current(files);
    };
    document.addEventListener("paste", onPaste);
    return () => document.removeEventListener("paste", onPaste);
  }, [disabled]);

  useEffect(() => {
    // Without this the browser would open a file that is dropped next to the area, and leave the page.
    const keepPage = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", keepPage);
    window.addEventListener("drop", keepPage);
    return () => {
      window.removeEventListener("dragover", keepPage);
      window.removeEventListener("drop", keepPage);
    };
  }, []);

  const onDrag = (event: DragEvent, inside: boolean) => {
    if (disabled || ![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    setOver(inside);
  };
  const inputId = control.id ?? ownId;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is the mouse's way; the keyboard has the button inside
    <div
      ref={root}
      className={classNames("dropzone", isOver && "over")}
      onDragEnter={(event) => onDrag(event, true)}
      onDragOver={(event) => onDrag(event, true)}
      onDragLeave={(event) => onDrag(event, root.current?.contains(event.relatedTarget as Node) ?? false)}
      onDrop={(event) => {
        onDrag(event, false);
        if (!disabled) onFiles([...event.dataTransfer.files]);
      }}
    >
      <Icon name="upload" />
      <label className={classNames("btn btn-default btn-sm", disabled && "disabled")}>
        {buttonLabel ?? (multiple ? "Choose files" : "Choose a file")}
        <input
          {...control}
          id={inputId}
          type="file"
          className="visually-hidden"
          accept={accept}
          multiple={multiple}
          disabled={disabled}
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            // Otherwise choosing the same file again would not fire a change event.
            event.target.value = "";
          }}
        />
      </label>
      {camera && (
        <label className={classNames("btn btn-default btn-sm dropzone-camera", disabled && "disabled")}>
          <Icon name="camera" />
          Take a photo
          <input
            type="file"
            className="visually-hidden"
            accept="image/*"
            capture="environment"
            disabled={disabled}
            onChange={(event) => {
              onFiles([...(event.target.files ?? [])]);
              event.target.value = "";
            }}
          />
        </label>
      )}
      <span>{children ?? (multiple ? "or drop files here" : "or drop a file here")}</span>
    </div>
  );
}
