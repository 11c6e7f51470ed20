"use client";

import { Search } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useLanguage, useTexts } from "#texts";
import { classes } from "../classes";
import { foldedWords, matchOf } from "./fold";
import { type PageCommand, pageCommands } from "./page-commands";
import type { PaletteGroup, PaletteHit } from "./palette-answer";

/** Typing is waited for that long before the server is asked. */
const PAUSE_MS = 120;
const ADDRESS = "/palette/";

/** Commands that are shown while somebody types. */
const MOST_COMMANDS = 6;

type Row = PaletteHit | PageCommand;

interface Rows {
  title: string;
  hits: readonly Row[];
}

/** The commands of the page whose names hold all words that were typed. */
function matching(commands: readonly PageCommand[], query: string): readonly PageCommand[] {
  const words = foldedWords(query);
  const found = commands.filter(({ label }) => matchOf(label, words).holds);
  return words.length === 0 ? found : found.slice(0, MOST_COMMANDS);
}

type Answer = { state: "waiting" | "failed" } | { state: "here"; groups: PaletteGroup[] };

/** A field that finds, over a list of what it finds: a combobox, so that the field keeps the focus. */
export function PaletteDialog({ asked }: { asked: number }) {
  const t = useTexts();
  const language = useLanguage();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [answer, setAnswer] = useState<Answer>({ state: "waiting" });
  const [chosen, setChosen] = useState(0);
  const [commands, setCommands] = useState<readonly PageCommand[]>([]);
  useEffect(() => {
    if (asked === 0) return;
    setCommands(pageCommands());
    if (!dialog.current?.open) dialog.current?.showModal();
    field.current?.focus();
    field.current?.select();
  }, [asked]);
  useEffect(() => {
    // Asked anew at each opening: the page may be another one.
    if (asked === 0) return;
    const gone = new AbortController();
    const ask = async () => {
      const asking = new URLSearchParams({ q: query, at: location.pathname, language });
      try {
        const response = await fetch(`${ADDRESS}?${asking}`, { signal: gone.signal });
        if (!response.ok) throw new Error(String(response.status));
        const { groups } = (await response.json()) as { groups: PaletteGroup[] };
        setAnswer({ state: "here", groups });
        setChosen(0);
      } catch {
        if (!gone.signal.aborted) setAnswer({ state: "failed" });
      }
    };
    const timer = setTimeout(ask, query === "" ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      gone.abort();
    };
  }, [query, language, asked]);
  const found = matching(commands, query);
  const own: Rows[] = found.length === 0 ? [] : [{ title: t("palette.commands"), hits: found }];
  const places: Rows[] = answer.state === "here" ? answer.groups : [];
  // Where nothing is typed yet, places come first, and every command of the page below them.
  const groups = query.trim() === "" ? [...places, ...own] : [...own, ...places];
  const count = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  useEffect(() => {
    document.getElementById(`palette-${chosen}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const to = { ArrowDown: (chosen + 1) % count, ArrowUp: (chosen - 1 + count) % count }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setChosen(to);
    } else if (event.key === "Enter") {
      event.preventDefault();
      document.getElementById(`palette-${chosen}`)?.click();
    }
  };
  const said =
    answer.state === "failed" ? t("palette.failed") : answer.state === "here" ? t("palette.count", { count }) : "";
  let at = 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the key is Escape, which the browser knows
    <dialog
      ref={dialog}
      data-palette
      aria-label={t("palette.title")}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
      className="mx-auto mt-[8dvh] mb-auto max-h-[84dvh] w-[min(640px,calc(100vw-16px))] flex-col overflow-hidden rounded-panel border border-line bg-surface p-0 text-ink shadow-overlay backdrop:bg-black/40 open:flex"
    >
      <form action="/search/" className="relative border-b border-line">
        <Search
          aria-hidden
          size={18}
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-ink-3"
        />
        <input
          ref={field}
          type="text"
          name="q"
          role="combobox"
          aria-label={t("palette.label")}
          aria-expanded={count > 0}
          aria-controls="palette-list"
          aria-activedescendant={count > 0 ? `palette-${chosen}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={t("palette.placeholder")}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKey}
          className="min-h-14 w-full bg-surface ps-11 pe-4 text-[16px] text-ink outline-offset-[-3px] placeholder:text-ink-3"
        />
      </form>
      <p
        role="status"
        className={
          answer.state === "failed" || (answer.state === "here" && count === 0)
            ? "px-4 py-6 text-center text-ink-2"
            : "sr-only"
        }
      >
        {said}
      </p>
      <div
        id="palette-list"
        role="listbox"
        aria-label={t("palette.title")}
        className="overflow-y-auto overscroll-contain p-2 empty:hidden"
      >
        {groups.map((group, index) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={group.title} role="group" aria-labelledby={`palette-group-${index}`} className="pb-1">
            <div id={`palette-group-${index}`} className="px-2 pt-2 pb-1 text-[12px] font-semibold text-ink-2">
              {group.title}
            </div>
            {group.hits.map((hit) => {
              const place = at++;
              const row = {
                id: `palette-${place}`,
                role: "option",
                "aria-selected": place === chosen,
                tabIndex: -1,
                onPointerMove: () => setChosen(place),
                className: classes(
                  "flex min-h-10 w-full items-baseline gap-2 rounded-control px-2 py-2 text-start text-ink no-underline",
                  place === chosen ? "bg-sunken" : "",
                ),
              };
              const close = () => dialog.current?.close();
              if ("run" in hit)
                return (
                  <button
                    key={hit.label}
                    type="button"
                    {...row}
                    onClick={() => {
                      close();
                      hit.run();
                    }}
                  >
                    <bdi className="min-w-0 truncate">{hit.label}</bdi>
                    <kbd className="ms-auto shrink-0 font-sans text-meta text-ink-2 pointer-coarse:hidden">
                      {hit.keys}
                    </kbd>
                  </button>
                );
              return (
                <a key={`${hit.href} ${hit.label}`} href={hit.href} {...row} onClick={close}>
                  <bdi className="min-w-0 truncate">{hit.label}</bdi>
                  {hit.detail ? (
                    <bdi className="ms-auto max-w-[45%] shrink-0 truncate text-table text-ink-2">{hit.detail}</bdi>
                  ) : null}
                </a>
              );
            })}
          </div>
        ))}
      </div>
    </dialog>
  );
}
