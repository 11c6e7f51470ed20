"use client";

import { PencilLine, Users } from "lucide-react";
import { useTexts } from "#texts";
import type { PresentTab } from "@/lib/domain/editor/presence";
import { classes } from "../classes";
import { Menu } from "../menu";
import { useStore } from "./editor-context";

/** Badges, lines and the menu of people: loaded once there is somebody else. */

const nameOf = ({ fullName, username }: PresentTab): string => fullName || username;

/** The first letters of a name, as on a badge. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => [...(word ?? "")][0] ?? "").join("");
}

/** One tab for each person: the one that writes before others. */
function persons(tabs: readonly PresentTab[]): PresentTab[] {
  const known = new Map<number, PresentTab>();
  for (const tab of tabs) if (!known.has(tab.userId) || tab.typing) known.set(tab.userId, tab);
  return [...known.values()];
}

function useWords() {
  const t = useTexts();
  const { viewer } = useStore().head;
  return (one: PresentTab): string => {
    if (one.userId === viewer?.id) return t("editor.live.ownTab");
    return t(one.typing ? "editor.live.writes" : "editor.live.looks", { user: nameOf(one) });
  };
}

/** Badges of those who have a string open. */
export function FacesOf({ tabs }: { tabs: readonly PresentTab[] }) {
  const words = useWords();
  return persons(tabs).map((one) => (
    <span
      key={one.userId}
      data-face={one.username}
      title={words(one)}
      className={classes(
        "inline-flex size-6 items-center justify-center rounded-full border text-meta font-semibold uppercase",
        one.typing ? "border-primary bg-primary text-on-primary" : "border-line-strong bg-surface text-ink-2",
      )}
    >
      <span aria-hidden>{initials(nameOf(one))}</span>
      <span className="sr-only">{words(one)}</span>
    </span>
  ));
}

/** A line for each person who has a string open. */
export function LinesOf({ tabs }: { tabs: readonly PresentTab[] }) {
  const words = useWords();
  return persons(tabs).map((one) => (
    <p
      key={one.userId}
      data-here={one.username}
      className="flex items-center gap-2 rounded-control bg-tint-primary px-3 py-1.5 text-table text-ink"
    >
      {one.typing ? <PencilLine aria-hidden size={16} /> : <Users aria-hidden size={16} />}
      {words(one)}
    </p>
  ));
}

/** How many others have the translation open, and who. */
export function MenuOf({ tabs }: { tabs: readonly PresentTab[] }) {
  const t = useTexts();
  const others = persons(tabs);
  return (
    <Menu
      // On a phone it stands at the beginning of its row, and opens to where there is room.
      className="max-sm:[&>div]:start-0 max-sm:[&>div]:end-auto"
      label={
        <>
          <Users aria-hidden size={16} />
          <span className="tabular-nums" aria-hidden>
            {others.length}
          </span>
          <span className="sr-only">{t("editor.live.others", { count: others.length })}</span>
        </>
      }
    >
      {others.map((one) => (
        <p key={one.userId} className="flex min-h-9 items-center gap-2 px-3 text-table">
          {one.typing ? <PencilLine aria-hidden size={16} /> : null}
          <bdi>{nameOf(one)}</bdi>
          <span className="text-ink-3">{one.username}</span>
        </p>
      ))}
    </Menu>
  );
}
