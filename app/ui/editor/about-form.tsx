"use client";

import { Pencil } from "lucide-react";
import { useState } from "react";
import { useTexts } from "#texts";
import type { AboutString } from "@/lib/domain/editor/about";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { laterHere } from "../later";
import { fetchAbout } from "./about-requests";
import { useStore } from "./editor-context";

const AboutFields = laterHere(async () => (await import("./about-fields")).AboutFields);

/** Changes what is said about the source of a string: explanation, labels, flags; and about the translation of a term. */
export function AboutForm({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const [about, setAbout] = useState<AboutString>();
  const [state, setState] = useState<{ busy: boolean; problem?: string }>({ busy: false });
  if (!(store.head.mayDescribe || store.head.mayExplain) || !store.head.viewer) return null;
  const open = async () => {
    setState({ busy: true });
    const answer = await fetchAbout(unit.id);
    if ("problem" in answer)
      return setState({ busy: false, problem: answer.problem ?? t("editor.aboutSource.notReached") });
    setState({ busy: false });
    setAbout(answer);
  };
  if (about) return <AboutFields unitId={unit.id} about={about} close={() => setAbout(undefined)} />;
  return (
    <div className="js-only flex flex-wrap items-center gap-3">
      <button
        type="button"
        onClick={() => void open()}
        disabled={state.busy}
        className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-meta font-medium text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
      >
        <Pencil aria-hidden size={14} />
        {t("editor.aboutSource.edit")}
      </button>
      {state.problem ? (
        <p role="alert" className="text-table font-medium text-failing">
          {state.problem}
        </p>
      ) : null}
    </div>
  );
}
