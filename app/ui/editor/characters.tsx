"use client";

import { useMemo } from "react";
import { type Texts, useTexts } from "#texts";
import { specialCharacters } from "@/lib/text/languages/characters";
import { visibleRuns } from "../visible-text";
import { useStore } from "./editor-context";
import { Tool } from "./field-tools";
import { currentField, insertAt } from "./fields";
import { usePreference } from "./preferences";

/** A character as it is shown and called: by name and mark where it cannot be seen. */
function shownAs(t: Texts, character: string): { mark: string; piece: string } {
  const run = visibleRuns(character)[0];
  if (!run?.mark || !run.name) return { mark: character, piece: character };
  // Letters that are shown are a part of the name, for those who say what they see.
  return { mark: run.mark, piece: run.mark.length > 1 ? `${t(run.name)} ${run.mark}` : t(run.name) };
}

/** Characters that a keyboard may lack, to be put where the caret is: one's own, and those of the language. */
export function Characters() {
  const t = useTexts();
  const { language } = useStore().head;
  const own = usePreference("characters");
  const groups = useMemo(() => specialCharacters(language, own), [language, own]);
  const insert = (character: string) => {
    const field = currentField();
    if (field) insertAt(field, character);
  };
  /** The arrow keys go along the row, the way it is shown; Escape leads back. */
  const move = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      return currentField()?.focus();
    }
    const forward = document.dir === "rtl" ? -1 : 1;
    const by = { ArrowRight: forward, ArrowLeft: -forward, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll("button")];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[(at + by + all.length) % all.length]?.focus();
  };
  return (
    <div
      role="toolbar"
      aria-label={t("editor.characters")}
      data-characters
      onKeyDown={move}
      className="js-only -mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 px-1"
    >
      {groups.map(({ group, characters }) => (
        <span key={group} className="flex flex-wrap gap-0.5">
          {characters.map((character) => {
            const { mark, piece } = shownAs(t, character);
            return (
              <Tool
                key={character}
                label={t("editor.insert", { piece })}
                onClick={() => insert(character)}
                className="character"
              >
                {mark}
              </Tool>
            );
          })}
        </span>
      ))}
    </div>
  );
}
