"use client";

import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useStore } from "../editor-context";

/** Puts texts into the fields; nothing where the viewer may not write. */
export function UseHere({ unit, texts, label }: { unit: EditorUnit; texts: readonly string[]; label?: string }) {
  const t = useTexts();
  const store = useStore();
  if (store.typingDenial(unit)) return null;
  return (
    <button
      type="button"
      onClick={() => store.use(texts)}
      className="js-only min-h-8 shrink-0 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium hover:bg-sunken pointer-coarse:min-h-11"
    >
      {label ?? t("editor.useHere")}
    </button>
  );
}

/** Says that a panel has nothing to show. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="px-1 py-4 text-table text-ink-3">{children}</p>;
}
