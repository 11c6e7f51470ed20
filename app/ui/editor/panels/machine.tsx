"use client";

import { useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { UnitText } from "../../unit-text";
import { WordDiff } from "../../word-diff";
import { useStore } from "../editor-context";
import { KeyCaps } from "../key-caps";
import type { MachineSuggestion } from "../requests";
import type { Given } from "./panel";

/** As many rows have a key. */
const KEYS = 5;

function Row({ unit, row, place }: { unit: EditorUnit; row: MachineSuggestion; place: number }) {
  const t = useTexts();
  const store = useStore();
  const { language, sourceLanguage } = store.head;
  const may = store.typingDenial(unit) === null;
  const from = row.sources ? row.origin : row.serviceName;
  return (
    <li className="py-2.5">
      {row.targets.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <p key={index} dir={language.direction}>
          <UnitText text={text} lang={language.code} dir={language.direction} small />
        </p>
      ))}
      {row.sources && row.quality < 100 ? (
        <p className="mt-0.5 text-ink-2">
          <WordDiff
            before={row.sources[0] ?? ""}
            after={unit.sources[0] ?? ""}
            lang={sourceLanguage.code}
            dir={sourceLanguage.direction}
          />
        </p>
      ) : null}
      <div className="mt-1 flex items-center justify-between gap-2 text-meta text-ink-3">
        <span className="min-w-0 break-words">
          <span className="font-medium text-ink-2 tabular-nums">{row.quality} %</span> <bdi>{from}</bdi>
        </span>
        {may ? (
          <span className="js-only flex shrink-0 items-center gap-2">
            {place < KEYS ? <KeyCaps binding={`Alt+${place + 1}`} /> : null}
            <button
              type="button"
              aria-label={t("editor.useSuggestion", { number: place + 1 })}
              onClick={() => store.use(row.targets)}
              className="min-h-8 rounded-control border border-line-strong bg-surface px-2.5 text-meta font-medium text-ink hover:bg-sunken pointer-coarse:min-h-11"
            >
              {t("editor.use")}
            </button>
          </span>
        ) : null}
      </div>
    </li>
  );
}

/** Automatic suggestions: from the memory and equal strings, then from every service as it answers. */
export function Machine({ unit, machine }: Given) {
  const t = useTexts();
  const { rows, waiting, failed } = machine;
  return (
    <>
      <ol className="divide-y divide-line" aria-label={t("editor.machineList")}>
        {rows.map((row, place) => (
          <Row key={`${row.service}:${row.targets.join("\u0000")}`} unit={unit} row={row} place={place} />
        ))}
      </ol>
      <div aria-live="polite" className="px-1 py-2 text-table text-ink-3">
        {waiting.length > 0 ? (
          <p>{t("editor.asking", { services: waiting.map((name) => name ?? t("editor.ownMemory")).join(", ") })}</p>
        ) : null}
        {failed.map(({ name, text }) => (
          <p key={name}>{text ?? t("editor.machineFailed")}</p>
        ))}
        {rows.length + waiting.length + failed.length === 0 ? <p className="py-2">{t("editor.noMatches")}</p> : null}
      </div>
    </>
  );
}
