"use client";

import { type ReactNode, useContext } from "react";
import { FormContext } from "@/app/ui/form-context";

/** A name and accents on the grounds of both themes: as saved, or as they have just been typed. */
export function LookPreview({
  saved,
  link,
  button,
}: {
  saved: { name: string; accentLight: string; accentDark: string };
  link: string;
  button: string;
}) {
  const { values, errors } = useContext(FormContext);
  const typed = (name: string, stored: string) => values[name]?.[0] ?? stored;
  const colour = (name: string, stored: string, usual: string) => {
    const text = errors[name] ? stored : typed(name, stored).trim();
    return /^#[0-9a-f]{6}$/i.test(text) ? text : usual;
  };
  const name = typed("name", saved.name).trim() || "Loquat";
  return (
    <div aria-hidden className="mb-4 grid gap-3 sm:grid-cols-2" data-look>
      <Sample
        ground="#ffffff"
        ink="#17211a"
        accent={colour("accent_light", saved.accentLight, "#136147")}
        on="#ffffff"
        link={link}
        button={button}
      >
        {name}
      </Sample>
      <Sample
        ground="#161d1a"
        ink="#eeede7"
        accent={colour("accent_dark", saved.accentDark, "#6ed5ab")}
        on="#0e1411"
        link={link}
        button={button}
      >
        {name}
      </Sample>
    </div>
  );
}

function Sample({
  ground,
  ink,
  accent,
  on,
  link,
  button,
  children,
}: {
  ground: string;
  ink: string;
  accent: string;
  on: string;
  link: string;
  button: string;
  children: ReactNode;
}) {
  return (
    <div
      className="flex items-center justify-between gap-3 rounded-panel border border-line-strong p-4"
      style={{ background: ground, color: ink }}
    >
      <span className="min-w-0 truncate text-[18px] font-[650]">{children}</span>
      <span className="flex shrink-0 items-center gap-3">
        <span className="underline underline-offset-2" style={{ color: accent }}>
          {link}
        </span>
        <span className="rounded-control px-3 py-1.5 font-medium" style={{ background: accent, color: on }}>
          {button}
        </span>
      </span>
    </div>
  );
}
