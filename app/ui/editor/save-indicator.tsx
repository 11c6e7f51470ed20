"use client";

import { Check, CloudOff, LoaderCircle, TriangleAlert } from "lucide-react";
import { useTexts } from "#texts";
import { useOutbox, useStore } from "./editor-context";
import type { OutboxEntry } from "./outbox";
import type { EditorStore } from "./store";

/** Follows the link to what waits for a decision, within the page where the string is at hand. */
export const openUndecided =
  (store: EditorStore, { unit }: OutboxEntry) =>
  (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !store.unit(unit)) return;
    event.preventDefault();
    store.open(unit, { jump: true, focus: true });
  };

/** Whether everything typed has arrived: Saved · Saving 2 · Offline, 5 waiting · 1 needs you. */
export function SaveIndicator() {
  const t = useTexts();
  const store = useStore();
  const { waiting, offline, signedOut, needsYou } = useOutbox();
  const look = "inline-flex min-h-8 items-center gap-1.5 whitespace-nowrap text-table";
  if (!store.outbox) return null;
  const [first] = needsYou;
  return (
    <span className="js-only flex items-center gap-3 max-sm:-order-2" data-save-indicator>
      {first ? (
        <a
          href={first.href}
          onClick={openUndecided(store, first)}
          className={`${look} rounded-full bg-tint-needs px-2.5 font-medium text-ink no-underline hover:underline`}
        >
          <TriangleAlert aria-hidden size={14} className="text-needs" />
          {t("editor.needYou", { count: needsYou.length })}
        </a>
      ) : null}
      {waiting === 0 ? (
        first ? null : (
          <span className={`${look} text-ink-3`}>
            <Check aria-hidden size={14} /> {t("editor.saved")}
          </span>
        )
      ) : signedOut ? (
        <span className={`${look} text-ink`}>
          <TriangleAlert aria-hidden size={14} className="text-needs" />{" "}
          {t("editor.signedOutWaiting", { count: waiting })}
        </span>
      ) : offline ? (
        <span className={`${look} text-ink`}>
          <CloudOff aria-hidden size={14} className="text-needs" /> {t("editor.offlineWaiting", { count: waiting })}
        </span>
      ) : (
        <span className={`${look} text-ink-2`}>
          <LoaderCircle aria-hidden size={14} className="motion-safe:animate-spin" />{" "}
          {t("editor.saving", { count: waiting })}
        </span>
      )}
    </span>
  );
}
