"use client";

import { useEffect, useState } from "react";

/** A text in an uploaded font, which can be overwritten by another one. */
export function FontSample({
  src,
  name,
  label,
  text,
  missing,
}: {
  src: string;
  /** What the browser calls the font: another one for each file. */
  name: string;
  label: string;
  text: string;
  /** Said where the browser does not take the font. */
  missing: string;
}) {
  const [state, setState] = useState<"waits" | "there" | "missing">("waits");
  useEffect(() => {
    let stale = false;
    const face = new FontFace(name, `url(${JSON.stringify(src)})`);
    face.load().then(
      () => {
        document.fonts.add(face);
        if (!stale) setState("there");
      },
      () => {
        if (!stale) setState("missing");
      },
    );
    return () => {
      stale = true;
      document.fonts.delete(face);
    };
  }, [src, name]);
  return (
    <>
      <input
        aria-label={label}
        className="control w-full text-[20px]"
        data-font={state}
        defaultValue={text}
        dir="auto"
        style={state === "there" ? { fontFamily: JSON.stringify(name) } : undefined}
      />
      {state === "missing" ? <p className="mt-1 text-table text-ink-2">{missing}</p> : null}
    </>
  );
}
