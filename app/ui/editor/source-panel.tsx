"use client";

import { ExternalLink, Link2, Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "#texts";
import type { EditorTerm } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { RichText } from "../rich-text";
import { StateChip } from "../state-chip";
import { stateOf } from "../states";
import { UnitText } from "../unit-text";
import { WordDiff } from "../word-diff";
import { AboutForm } from "./about-form";
import { useEditor, useStore } from "./editor-context";
import { SourceText, type TermMark } from "./source-text";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  );
}

/** Places that are shown at once. */
const SHOWN = 3;

/** Places in the code of the program, linked to where it can be read. */
function Places({ places }: { places: EditorUnit["location"] }) {
  return (
    <ul className="flex flex-wrap gap-x-3">
      {places.map((place) => (
        <li key={place.text} dir="ltr" className="font-mono text-meta">
          {place.href ? (
            <a href={place.href} className="link inline-flex min-h-6 items-center gap-1" rel="noreferrer">
              {place.text}
              <ExternalLink aria-hidden size={12} />
            </a>
          ) : (
            place.text
          )}
        </li>
      ))}
    </ul>
  );
}

function Facts({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  return (
    <dl className="mt-3 grid gap-1 text-table text-ink-2 empty:hidden">
      {unit.note ? (
        <Fact name={t("editor.fact.note")}>{<span className="whitespace-pre-line text-ink">{unit.note}</span>}</Fact>
      ) : null}
      {unit.explanation.length > 0 ? (
        <Fact name={t("editor.fact.explanation")}>
          <div className="text-ink">
            <RichText nodes={unit.explanation} />
          </div>
        </Fact>
      ) : null}
      {unit.ownExplanation.length > 0 ? (
        <Fact name={t("editor.fact.ownExplanation")}>
          <div className="text-ink">
            <RichText nodes={unit.ownExplanation} />
          </div>
        </Fact>
      ) : null}
      {unit.context ? (
        <Fact name={t("editor.fact.key")}>
          <bdi dir="ltr" className="font-mono text-meta text-ink">
            {unit.context}
          </bdi>
        </Fact>
      ) : null}
      {unit.location.length > 0 ? (
        <Fact name={t("editor.fact.location")}>
          <Places places={unit.location.slice(0, SHOWN)} />
          {unit.location.length > SHOWN ? (
            <details>
              <summary className="cursor-pointer text-meta text-ink-2 hover:text-ink">
                {t("editor.fact.morePlaces", { count: unit.location.length - SHOWN })}
              </summary>
              <Places places={unit.location.slice(SHOWN)} />
            </details>
          ) : null}
        </Fact>
      ) : null}
      {unit.ownFlags ? (
        <Fact name={t("editor.fact.flags")}>
          <bdi dir="ltr" className="font-mono text-meta">
            {unit.ownFlags}
          </bdi>
        </Fact>
      ) : null}
      {unit.labels.length > 0 ? (
        <Fact name={t("editor.fact.labels")}>
          {unit.labels.map((label) => (
            <span key={label.name} className="me-1 rounded-full border border-line-strong px-2 text-meta text-ink">
              {label.name}
            </span>
          ))}
        </Fact>
      ) : null}
    </dl>
  );
}

/** What changed in the source since the translation was written. */
function PreviousSource({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  if (unit.previousSources.length === 0) return null;
  const { sourceLanguage } = store.head;
  const stands = unit.targets.some((text) => text !== "") && !store.denial(unit);
  return (
    <div className="mt-3 rounded-control border border-needs bg-tint-needs px-3 py-2">
      <div className="mb-1 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-table font-semibold">{t("editor.sourceChanged")}</h3>
        {stands ? (
          <button
            type="button"
            onClick={() => store.save({ needs: false })}
            className="js-only min-h-8 rounded-control border border-line-strong bg-surface px-3 text-table font-medium hover:bg-sunken"
          >
            {t("editor.stillCorrect")}
          </button>
        ) : null}
      </div>
      {unit.sources.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <p key={index}>
          <WordDiff
            before={unit.previousSources[index] ?? unit.previousSources.at(-1) ?? ""}
            after={text}
            lang={sourceLanguage.code}
            dir={sourceLanguage.direction}
          />
        </p>
      ))}
    </div>
  );
}

/** The text to translate from, where the language is translated from another one than the source. */
function From({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const context = useEditor((_, it) => it.context(unit.id));
  const language = context?.languages.find(({ from }) => from);
  if (!language) return null;
  return (
    <div className="mb-2 border-b border-line pb-2" data-from={language.code}>
      <p className="text-meta text-ink-3">{t("editor.translateFrom", { language: language.name })}</p>
      {language.targets.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <div key={index} dir={language.direction}>
          <UnitText text={text} lang={language.code} dir={language.direction} />
        </div>
      ))}
    </div>
  );
}

/** The string in the languages that the reader or the project wants beside the source. */
function Beside() {
  const context = useEditor((state, it) => (state.cursor === undefined ? undefined : it.context(state.cursor)));
  const languages = context?.languages.filter(({ beside, from }) => beside && !from) ?? [];
  if (languages.length === 0) return null;
  return (
    <dl className="mt-3 grid gap-2 border-t border-line pt-3">
      {languages.map((language) => (
        <div key={language.code}>
          <dt className="text-meta text-ink-3">{language.name}</dt>
          {language.targets.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
            <dd key={index} dir={language.direction}>
              <UnitText text={text} lang={language.code} dir={language.direction} small />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

/** Where terms stand in a form of the source: each place once, whatever senses it has. */
function termMarks(terms: readonly EditorTerm[], form: number): TermMark[] {
  const marks: TermMark[] = [];
  for (const term of terms)
    for (const [at, start, end] of term.places) {
      if (at !== form) continue;
      const title = term.untranslatable ? term.source : `${term.source} → ${term.target || "?"}`;
      const same = marks.find((mark) => mark.start < end && start < mark.end);
      if (same) same.title += `\n${title}`;
      else marks.push({ start, end, title });
    }
  return marks;
}

/** Keys can scroll what is long where the window is small. */
const SCROLLS = { tabIndex: 0, role: "group", "aria-labelledby": "source-heading" } as const;

/** Where one is, on a phone, where the toolbar has scrolled away. */
function Place() {
  const t = useTexts();
  const place = useEditor((_, it) => it.place());
  const total = useEditor((state) => state.total);
  return (
    <span className="tabular-nums sm:hidden" aria-hidden>
      {t("editor.position", { place, total })}
    </span>
  );
}

/** The way to a page that tells what would go with the string, and removes it. */
function RemoveLink({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const href = useStore().removalPage(unit);
  return href ? (
    <a
      href={href}
      className="inline-flex min-h-8 items-center gap-1.5 rounded-control px-2 text-meta font-medium text-ink-2 no-underline hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
    >
      <Trash2 aria-hidden size={14} />
      {t("editor.removeString")}
    </a>
  ) : null;
}

/** The source: its forms once each, then everything known about it. */
export function SourcePanel({ unit }: { unit: EditorUnit }) {
  const t = useTexts();
  const store = useStore();
  const { sourceLanguage, severalValues } = store.head;
  const context = useEditor((_, it) => it.context(unit.id));
  const terms = context?.terms ?? [];
  const names = unit.sources.length > 1 && !severalValues ? [t("editor.singular"), t("editor.plural")] : [];
  return (
    <section aria-labelledby="source-heading" className="panel px-4 py-3">
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="source-heading" className="text-table font-semibold text-ink-2">
          {sourceLanguage.name}
        </h2>
        <span className="ms-auto flex flex-wrap items-center gap-2 text-meta text-ink-3">
          {unit.pending ? <span>{t("editor.pending")}</span> : null}
          {unit.automatic ? <span>{t("editor.translatedAutomatically")}</span> : null}
          <Place />
          <StateChip state={stateOf(unit.state)} />
          <a
            href={store.address(unit)}
            className="inline-flex size-8 items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink"
            title={t("editor.linkToString")}
          >
            <Link2 aria-hidden size={16} />
            <span className="sr-only">{t("editor.linkToString")}</span>
          </a>
        </span>
      </div>
      <From unit={unit} />
      <div id="string-source" {...SCROLLS} className="grid gap-2 max-sm:max-h-36 max-sm:overflow-y-auto">
        {unit.sources.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
          <div key={index} className="min-w-0">
            {names[index] ? <p className="text-meta text-ink-3">{names[index]}</p> : null}
            <SourceText
              text={text}
              marks={unit.marks[index] ?? []}
              terms={termMarks(terms, index)}
              lang={sourceLanguage.code}
              dir={sourceLanguage.direction}
            />
          </div>
        ))}
      </div>
      <PreviousSource unit={unit} />
      <details className="about-string">
        <summary className="mt-1 flex min-h-8 items-center text-table text-ink-2 pointer-coarse:min-h-11">
          <span className="truncate">{unit.note || t("editor.about")}</span>
        </summary>
        <div id="string-facts">
          <Beside />
          <Facts unit={unit} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-x-2">
          <AboutForm key={unit.id} unit={unit} />
          <RemoveLink unit={unit} />
        </div>
      </details>
    </section>
  );
}
