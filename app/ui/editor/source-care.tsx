"use client";

import { TriangleAlert } from "lucide-react";
import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { useEditor, useStore } from "./editor-context";

/** What an edit of a source text does to its translations, and the choice to keep them. */
export function SourceCare({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const translated = useEditor((_, it) => it.context(unit.id)?.translated ?? 0);
  const keep = useEditor((state) => state.keep);
  const revision = useEditor((state) => state.revision);
  if (!store.head.isTemplate || translated === 0 || store.denial(unit) !== null) return null;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1 rounded-panel border border-needs bg-tint-needs px-4 py-2.5">
      <TriangleAlert aria-hidden size={20} className="shrink-0 text-needs" />
      <p className="min-w-0 grow basis-60" id="source-care">
        {t("editor.sourceCare.text", { count: translated })}
      </p>
      <label className="inline-flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
        <input
          key={`${unit.id} ${revision}`}
          type="checkbox"
          name="keep"
          value="yes"
          checked={keep}
          onChange={(event) => store.setKeep(event.currentTarget.checked)}
          aria-describedby="source-care"
          className="size-4 shrink-0 accent-primary"
        />
        {t("editor.sourceCare.keep", { count: translated })}
      </label>
    </div>
  );
}
