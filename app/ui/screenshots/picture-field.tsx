"use client";

import { useContext, useEffect, useRef, useState } from "react";
import { useTexts } from "#texts";
import { classes } from "../classes";
import { Field } from "../field";
import { FormContext } from "../form-context";
import { PICTURES, pictureOf } from "./picture-files";

/**
 * A field for an image that takes what is pasted on the page or dropped on it, too. The image stays chosen when the form
 * comes back with a question.
 */
export function PictureField({ label, name, hint }: { label: string; name: string; hint: string }) {
  const t = useTexts();
  const state = useContext(FormContext);
  const holder = useRef<HTMLDivElement>(null);
  const chosen = useRef<File | undefined>(undefined);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (chosen.current && Object.keys(state.errors).length > 0) put(holder.current, chosen.current);
    else chosen.current = undefined;
  }, [state]);
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = pictureOf(event.clipboardData?.files);
      if (!file || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      chosen.current = file;
      put(holder.current, file);
    };
    document.addEventListener("paste", paste);
    return () => document.removeEventListener("paste", paste);
  }, []);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one way of three; the field is the accessible one
    <div
      ref={holder}
      className={classes("rounded-control border border-dashed p-3", over ? "border-primary bg-sunken" : "border-line")}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = pictureOf(event.dataTransfer.files);
        if (!file) return;
        chosen.current = file;
        put(holder.current, file);
      }}
    >
      <Field
        label={label}
        name={name}
        type="file"
        accept={PICTURES.join(",")}
        required
        hint={
          <>
            {hint} <span className="js-only">{t("shots.dropHint")}</span>
          </>
        }
        onChange={(event) => {
          chosen.current = event.currentTarget.files?.[0];
        }}
      />
    </div>
  );
}

/** Chooses a file in the field of an element. */
function put(holder: HTMLElement | null, file: File): void {
  const input = holder?.querySelector("input");
  if (!input) return;
  const files = new DataTransfer();
  files.items.add(file);
  input.files = files.files;
}
