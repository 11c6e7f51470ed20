"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { useTexts } from "#texts";
import { laterHere } from "../later";

const PaletteDialog = laterHere(() => import("./palette-dialog").then(({ PaletteDialog }) => PaletteDialog));

/**
 * The way to everything by name. What it opens is loaded when it is first asked for, by the key or by the button; without
 * script it leads to the page of the search.
 */
export function PaletteButton() {
  const t = useTexts();
  // Counted: each number is an opening, so that closing is the dialog's own business.
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      if (event.isComposing || document.querySelector("dialog[open]:not([data-palette])")) return;
      event.preventDefault();
      setAsked((before) => before + 1);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <a
        href="/search/"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          setAsked((before) => before + 1);
        }}
        className="flex min-h-10 items-center gap-2 rounded-control px-2 text-ink-2 no-underline hover:bg-sunken hover:text-ink lg:w-72 lg:border lg:border-line-strong lg:bg-surface lg:px-3"
      >
        <Search aria-hidden size={18} className="shrink-0" />
        <span className="min-w-0 grow truncate max-lg:sr-only">{t("palette.button")}</span>
        <kbd
          aria-hidden
          className="shrink-0 rounded border border-line px-1 text-[12px] whitespace-nowrap text-ink-2 max-lg:hidden"
        >
          {t("palette.key")}
        </kbd>
      </a>
      {asked > 0 ? <PaletteDialog asked={asked} /> : null}
    </>
  );
}
