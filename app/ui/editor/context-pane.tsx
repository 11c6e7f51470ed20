"use client";

import { type ReactNode, useState } from "react";
import { type TextKey, useTexts } from "#texts";
import type { EditorContext, EditorEvent } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { classes } from "../classes";
import { RelativeTime } from "../relative-time";
import { StateIcon } from "../state-icon";
import { stateOf } from "../states";
import { UnitText } from "../unit-text";
import { WordDiff } from "../word-diff";
import { useEditor, useStore } from "./editor-context";
import { MachinePanel } from "./machine-panel";
import { useMachine } from "./use-machine";

export type ContextTab = "automatic" | "suggestions" | "languages" | "history";

function UseHere({ unit, texts, label }: { unit: EditorUnit; texts: readonly string[]; label?: string }) {
  const t = useTexts();
  const store = useStore();
  if (store.denial(unit)) return null;
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

function Empty({ children }: { children: ReactNode }) {
  return <p className="px-1 py-4 text-table text-ink-3">{children}</p>;
}

function Suggestions({ unit, context }: { unit: EditorUnit; context: EditorContext }) {
  const t = useTexts();
  const { language } = useStore().head;
  if (context.suggestions.length === 0) return <Empty>{t("editor.noSuggestions")}</Empty>;
  return (
    <ul className="divide-y divide-line">
      {context.suggestions.map((suggestion) => (
        <li key={suggestion.id} className="py-2.5">
          {suggestion.targets.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
            <p key={index}>
              <WordDiff before={unit.targets[index] ?? ""} after={text} lang={language.code} dir={language.direction} />
            </p>
          ))}
          <div className="mt-1 flex items-center justify-between gap-2 text-meta text-ink-3">
            <span>
              {suggestion.author ?? t("editor.formerUser")}, <RelativeTime at={suggestion.at} />
              {suggestion.votes === 0 ? "" : `, ${suggestion.votes > 0 ? "+" : "−"}${Math.abs(suggestion.votes)}`}
            </span>
            <UseHere unit={unit} texts={suggestion.targets} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Languages({ unit, context }: { unit: EditorUnit; context: EditorContext }) {
  const t = useTexts();
  if (context.languages.length === 0) return <Empty>{t("editor.noOtherLanguages")}</Empty>;
  return (
    <ul className="divide-y divide-line">
      {context.languages.map((language) => (
        <li key={language.code} className="py-2.5">
          <div className="mb-0.5 flex items-center gap-1.5 text-meta text-ink-3">
            <StateIcon state={stateOf(language.state)} size={12} />
            {language.name}
            {unit.sources.length === 1 ? (
              <span className="ms-auto">
                <UseHere unit={unit} texts={language.targets.slice(0, 1)} label={t("editor.startFromThis")} />
              </span>
            ) : null}
          </div>
          {language.targets.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
            <div key={index} dir={language.direction}>
              <UnitText text={text} lang={language.code} dir={language.direction} small />
            </div>
          ))}
        </li>
      ))}
    </ul>
  );
}

const CAUSES: Readonly<Record<string, TextKey>> = {
  api: "editor.cause.api",
  machine: "editor.cause.machine",
  memory: "editor.cause.memory",
  propagation: "editor.cause.propagation",
  upload: "editor.cause.upload",
  repository: "editor.cause.repository",
  addon: "editor.cause.addon",
};

function Event({ unit, event }: { unit: EditorUnit; event: EditorEvent }) {
  const t = useTexts();
  const { language } = useStore().head;
  const cause = CAUSES[event.cause];
  const texts = event.after.length > 0 || event.before.length > 0;
  return (
    <li className="py-2.5">
      <div className="flex flex-wrap items-center gap-x-1.5 text-meta text-ink-3">
        {event.states ? (
          <>
            <StateIcon state={stateOf(event.states[0])} size={12} />
            <span aria-hidden>→</span>
            <StateIcon state={stateOf(event.states[1])} size={12} />
          </>
        ) : null}
        <span className="font-medium text-ink-2">{event.who ?? "Loquat"}</span>
        <span>{event.what.toLowerCase()}</span>
        {cause ? <span>{t(cause)}</span> : null}
        <span className="ms-auto">
          <RelativeTime at={event.at} />
        </span>
      </div>
      {texts ? (
        <div className="mt-0.5 flex items-end justify-between gap-2">
          <div className="min-w-0">
            {(event.after.length > 0 ? event.after : event.before).map((_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
              <p key={index}>
                <WordDiff
                  before={event.before[index] ?? ""}
                  after={event.after[index] ?? ""}
                  lang={language.code}
                  dir={language.direction}
                />
              </p>
            ))}
          </div>
          {event.states && event.after.some((text) => text !== "") ? <UseHere unit={unit} texts={event.after} /> : null}
        </div>
      ) : null}
    </li>
  );
}

function Body({ tab, unit, context }: { tab: ContextTab; unit: EditorUnit; context: EditorContext | undefined }) {
  const t = useTexts();
  if (!context) return <Empty>{t("editor.loading")}</Empty>;
  if (tab === "suggestions") return <Suggestions unit={unit} context={context} />;
  if (tab === "languages") return <Languages unit={unit} context={context} />;
  if (context.history.length === 0) return <Empty>{t("editor.noHistory")}</Empty>;
  return (
    <ul className="divide-y divide-line">
      {context.history.map((event) => (
        <Event key={event.id} unit={unit} event={event} />
      ))}
    </ul>
  );
}

/** Beside the string: suggestions, the same string elsewhere, its history. Tabs are links, so they work without script. */
export function ContextPane({ initial }: { initial: ContextTab | undefined }) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const context = useEditor((state, it) => (state.cursor === undefined ? undefined : it.context(state.cursor)));
  const [chosen, choose] = useState<ContextTab | undefined>(initial);
  const machine = useMachine(unit);
  if (!unit) return null;
  const usual = store.head.mayAsk ? "automatic" : "languages";
  const tab = chosen ?? (context && context.suggestions.length > 0 ? "suggestions" : usual);
  const tabs: [ContextTab, string, number | undefined][] = [
    ...(store.head.mayAsk
      ? [["automatic", t("editor.tab.automatic"), machine.rows.length] as [ContextTab, string, number]]
      : []),
    ["suggestions", t("editor.tab.suggestions"), context?.suggestions.length],
    ["languages", t("editor.tab.languages"), context?.languages.length],
    ["history", t("editor.tab.history"), context?.history.length],
  ];
  return (
    <>
      <h2 className="sr-only">{t("editor.about")}</h2>
      <nav aria-label={t("editor.about")} className="flex flex-wrap gap-x-0.5 border-b border-line">
        {tabs.map(([id, label, count]) => (
          <a
            key={id}
            href={`${store.address(unit)}&tab=${id}`}
            aria-current={id === tab ? "true" : undefined}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              choose(id);
            }}
            className={classes(
              "-mb-px inline-flex min-h-11 items-center gap-1.5 border-b-2 px-2 text-table no-underline",
              id === tab ? "border-primary font-semibold text-ink" : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {label}
            {count ? (
              <span className="rounded-full bg-sunken px-1.5 text-meta text-ink-2 tabular-nums">{count}</span>
            ) : null}
          </a>
        ))}
      </nav>
      {tab === "automatic" ? (
        <MachinePanel unit={unit} machine={machine} />
      ) : (
        <Body tab={tab} unit={unit} context={context} />
      )}
    </>
  );
}
