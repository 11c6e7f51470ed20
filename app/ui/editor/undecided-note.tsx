"use client";

import { useTexts } from "#texts";
import { Callout } from "../callout";
import { useOutbox, useStore } from "./editor-context";
import { openUndecided } from "./save-indicator";
import { wordsOf } from "./texts";

/** Strings that are named. */
const MOST = 5;

/** What was typed into other strings than the open one and waits for a decision: which ones, why, and the way to each. */
export function UndecidedNote({ open }: { open: number | undefined }) {
  const t = useTexts();
  const store = useStore();
  const others = useOutbox().needsYou.filter(({ unit }) => unit !== open);
  if (others.length === 0) return null;
  return (
    <div className="js-only" data-undecided>
      <Callout tone="warning" title={t("editor.undecided.title", { count: others.length })}>
        <ul className="grid gap-1">
          {others.slice(0, MOST).map((entry) => (
            <li key={`${entry.unit} ${entry.kind ?? ""}`} className="break-words">
              {entry.status === "needs-you"
                ? t("editor.announce.conflict", { title: wordsOf(entry.title) })
                : t(entry.kind ? "editor.announce.notSuggested" : "editor.announce.refused", {
                    title: wordsOf(entry.title),
                    reason: entry.reason ?? t("editor.refusedByServer"),
                  })}{" "}
              <a
                href={entry.href}
                onClick={openUndecided(store, entry)}
                className="link inline-flex min-h-6 items-center pointer-coarse:min-h-11"
              >
                {t("editor.undecided.open")}
              </a>
            </li>
          ))}
        </ul>
      </Callout>
    </div>
  );
}
