import { useState, useSyncExternalStore } from "react";
import { useLoaded } from "../../../lib/browser/use-loaded";
import { Button } from "../../../ui/button";
import { bringIntoSight } from "../../../ui/failure-alert";
import { Field } from "../../../ui/field";
import { TextInput } from "../../../ui/inputs";
import { useDoc } from "../doc-context";
import { controlId } from "../field-ids";
import { maxSignerName } from "../rules/shapes";
import { isRecord, type SignatureAnswer } from "../rules/types";
import { SignatureView } from "../signature-view";
import type { ControlProps } from "./control-props";
import "../doc-view-controls.scss";

const never = () => () => {};

const loadPad = () => import("./signature-pad");

/**
 * Signature: a typed name with an optional drawing, so that signing needs no pointer. Nothing is stored before the user
 * presses the button; the server sets the signer and the time.
 */
export function SignatureControl({ field, placed, value, onChange }: ControlProps) {
  const doc = useDoc();
  const [name, setName] = useState("");
  const [strokes, setStrokes] = useState<number[][] | null>(null);
  const [isNameMissing, setNameMissing] = useState(false);
  const effect = () => doc.signing?.textFor(placed.key) ?? null;
  const submits = useSyncExternalStore(doc.signing?.subscribe ?? never, effect, effect);
  const pad = useLoaded(loadPad, strokes !== null);
  if (isSignature(value))
    return (
      <div className="doc-signature">
        <SignatureView signature={value} />
        <Button size="sm" onClick={() => onChange(null)}>
          Remove signature
        </Button>
      </div>
    );
  const sign = () => {
    const signer = name.trim();
    setNameMissing(signer === "");
    if (signer === "") return document.getElementById(`${controlId(placed.key)}-name`)?.focus();
    onChange({ name: signer, strokes: strokes ?? [] });
    setStrokes(null);
    doc.onSigned?.(placed.key);
  };
  return (
    <div className="doc-signature">
      <Field
        id={`${controlId(placed.key)}-name`}
        label="Your full name"
        error={isNameMissing && "Type your name to sign."}
        className="doc-medium"
      >
        <TextInput
          autoComplete="name"
          maxLength={maxSignerName}
          value={name}
          onChange={(event) => {
            setName(event.target.value);
            setNameMissing(false);
          }}
        />
      </Field>
      {strokes && pad && <pad.SignaturePad strokes={strokes} onChange={setStrokes} />}
      {/* The pad pushes this row down, and the button that the user just pressed is in it. */}
      <div className="button-row" ref={strokes && pad ? bringIntoSight : undefined}>
        <Button
          icon="sign"
          variant={submits ? "primary" : "default"}
          aria-describedby={submits ? `${controlId(placed.key)}-effect` : undefined}
          onClick={sign}
        >
          {submits ? "Sign and submit" : "Sign"} <span className="visually-hidden">{field.label}</span>
        </Button>
        {strokes ? (
          <Button variant="quiet" onClick={() => setStrokes(null)}>
            Remove drawing
          </Button>
        ) : (
          <Button variant="quiet" onClick={() => setStrokes([])}>
            Add a drawing
          </Button>
        )}
      </div>
      {submits && (
        <p className="doc-signing" id={`${controlId(placed.key)}-effect`}>
          {submits}
        </p>
      )}
    </div>
  );
}

function isSignature(value: unknown): value is SignatureAnswer {
  return isRecord(value) && typeof value.name === "string" && value.name !== "";
}
