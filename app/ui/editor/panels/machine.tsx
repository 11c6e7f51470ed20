"use client";

import { type TextKey, useTexts } from "#texts";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { RelativeTime } from "../../relative-time";
import { UnitText } from "../../unit-text";
import { WordDiff } from "../../word-diff";
import { useStore } from "../editor-context";
import { KeyCaps } from "../key-caps";
import type { MachineSuggestion } from "../requests";
import { LIKENESSES } from "../use-machine";
import { Mentions } from "./mentions";
import type { Given } from "./panel";

/** Why a row counts for less than it is alike, or stands before its equals. */
const REASONS: Readonly<Record<MachineSuggestion["reasons"][number], TextKey>> = {
  "needs-editing": "editor.match.needsEditing",
  "machine-made": "editor.match.machineMade",
  "other-project": "editor.match.otherProject",
  "same-context": "editor.match.sameContext",
  "same-component": "editor.match.sameComponent",
};

/** As many rows have a key. */
const KEYS = 9;

function Row({ unit, row, place }: { unit: EditorUnit; row: MachineSuggestion; place: number }) {
  const t = useTexts();
  const store = useStore();
  const { language, sourceLanguage } = store.head;
  const may = store.typingDenial(unit) === null;
  const from = row.sources ? row.origin : row.serviceName;
  const likeness = row.likeness ?? row.quality;
  return (
    <li className="py-2.5">
      {row.targets.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <p key={index} dir={language.direction}>
          <UnitText text={text} lang={language.code} dir={language.direction} small />
        </p>
      ))}
      {row.sources && likeness < 100 ? (
        <p className="mt-0.5 text-ink-2">
          <WordDiff
            before={row.sources.join("\n")}
            after={unit.sources.join("\n")}
            lang={sourceLanguage.code}
            dir={sourceLanguage.direction}
          />
        </p>
      ) : null}
      <div className="mt-1 flex items-center justify-between gap-2 text-meta text-ink-3">
        <span className="min-w-0 break-words">
          <span className="font-medium text-ink-2 tabular-nums">{row.quality} %</span> <bdi>{from}</bdi>
          {row.author ? (
            <>
              {" · "}
              <bdi>{row.author}</bdi>
            </>
          ) : null}
          {row.at ? (
            <>
              {" · "}
              <RelativeTime at={row.at} />
            </>
          ) : null}
          {row.sent ? (
            <>
              {" · "}
              <a href={row.sent} className="link">
                {t("editor.sent")}
              </a>
            </>
          ) : null}
          {row.reasons.length > 0 ? (
            <span className="block">
              {t("editor.match.why", {
                likeness,
                reasons: row.reasons.map((reason) => t(REASONS[reason])).join(", "),
              })}
            </span>
          ) : null}
        </span>
        {may ? (
          <span className="js-only flex shrink-0 items-center gap-2">
            {place < KEYS ? <KeyCaps command="insert" then={`t+${place + 1}`} /> : null}
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
  const { rows, waiting, failed, searched, likeness, setLikeness, hold } = machine;
  const nothing = rows.length + waiting.length + failed.length === 0;
  return (
    <>
      <ol
        className="divide-y divide-line"
        aria-label={t("editor.machineList")}
        onPointerEnter={() => hold(true)}
        onPointerLeave={() => hold(false)}
        onFocus={() => hold(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) hold(false);
        }}
      >
        {rows.map((row, place) => (
          <Row key={`${row.service}:${row.targets.join("\u0000")}`} unit={unit} row={row} place={place} />
        ))}
      </ol>
      <p className="no-js-only px-1 py-2 text-table text-ink-2">{t("editor.machineNeedsScript")}</p>
      <div aria-live="polite" className="js-only px-1 py-2 text-table text-ink-3">
        {waiting.length > 0 ? (
          <p>{t("editor.asking", { services: waiting.map((name) => name ?? t("editor.ownMemory")).join(", ") })}</p>
        ) : null}
        {failed.map(({ name, text }) => (
          <p key={name}>{text ?? t("editor.machineFailed")}</p>
        ))}
        {nothing ? (
          <p className="py-2">{searched ? t("editor.noMatches", { likeness }) : t("editor.memoryOff")}</p>
        ) : null}
      </div>
      <label className="js-only flex flex-wrap items-center gap-2 border-t border-line px-1 py-2 text-meta text-ink-2">
        {t("editor.likeness")}
        <select
          value={likeness}
          onChange={(event) => setLikeness(Number(event.target.value))}
          className="control w-auto"
        >
          {LIKENESSES.map((one) => (
            <option key={one} value={one}>
              {t("editor.atLeast", { likeness: one })}
            </option>
          ))}
        </select>
      </label>
      <Mentions key={unit.id} unit={unit} />
    </>
  );
}
