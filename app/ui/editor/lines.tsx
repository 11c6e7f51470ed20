"use client";

import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { findingText } from "../check-texts";
import { classes } from "../classes";
import { UnitText } from "../unit-text";
import { useStore } from "./editor-context";
import { SEVERITIES } from "./severities";

/** What rows of whole texts are made of. */

/** All forms of a text, each in a line. */
export function Lines({
  texts,
  lang,
  dir,
  id,
  children,
}: {
  texts: readonly string[];
  lang: string;
  dir: string;
  id?: string;
  /** Said where there is no text. */
  children?: string;
}) {
  const filled = texts.filter((text) => text !== "");
  if (filled.length === 0) return <p className="text-table text-ink-3">{children ?? "\u00a0"}</p>;
  return (
    <div id={id} className="grid gap-1 font-string wrap-anywhere">
      {filled.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <UnitText key={index} text={text} lang={lang} dir={dir} small />
      ))}
    </div>
  );
}

/** Where a string stands: its component, where that is not the same for all, and its key. */
export function Facts({ unit }: { unit: EditorUnit }) {
  const store = useStore();
  const facts = [store.several ? (store.translationOf(unit)?.component ?? "") : "", unit.context].filter(Boolean);
  return facts.length === 0 ? null : (
    <p className="mt-0.5 text-meta break-words text-ink-3">
      {facts.map((fact, index) => (
        <span key={fact}>
          {index > 0 ? " · " : ""}
          <bdi>{fact}</bdi>
        </span>
      ))}
    </p>
  );
}

/** What fails on a string, and how bad it is. */
export function Problems({ unit, className }: { unit: EditorUnit; className?: string }) {
  const t = useTexts();
  if (unit.findings.length === 0) return null;
  return (
    <ul className={classes("grid gap-0.5 text-table text-ink-2", className)}>
      {unit.findings.map((finding) => {
        const { check, form, severity } = finding;
        const { Icon, look, word } = SEVERITIES[severity];
        return (
          <li key={`${check} ${form}`} className="flex items-start gap-1.5">
            <Icon aria-hidden size={16} className={classes("mt-0.5 shrink-0", look)} />
            <p>
              <span className="sr-only">{t(word)} </span>
              {findingText(t, finding)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}
