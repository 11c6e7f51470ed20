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
    <button type="button" onClick={() => store.use(texts)} className="use-here js-only">
      {label ?? t("editor.useHere")}
    </button>
  );
}

/** Says that a panel has nothing to show. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="px-1 py-4 text-table text-ink-3">{children}</p>;
}
