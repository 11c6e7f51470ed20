"use client";

import { ArrowDown, ArrowUp, Pin, PinOff } from "lucide-react";
import { memo, startTransition, useDeferredValue, useMemo, useState, useTransition } from "react";
import { useTexts } from "#texts";
import type { EditorContext } from "@/lib/domain/editor/context";
import type { EditorUnit } from "@/lib/domain/editor/unit";
import { Button } from "../button";
import { useEditor, useStore } from "./editor-context";
import { arranged, moved } from "./panels/arrange";
import type { Given, Panel } from "./panels/panel";
import { PANELS } from "./panels/panels";
import { Empty } from "./panels/parts";
import type { ContextTab } from "./panels/tabs";
import { usePreference, usePreferenceStore } from "./preferences";
import { useMachine } from "./use-machine";

function Body({ body, given }: { body: Panel["body"]; given: Given }) {
  if ("early" in body) return <body.early {...given} />;
  const { context } = given;
  return context ? <body.late {...given} context={context} /> : <Coming id={given.unit.id} />;
}

/** In place of what stands beside a string, until that has come, or when it could not be had. */
function Coming({ id }: { id: number }) {
  const t = useTexts();
  const store = useStore();
  const [asking, ask] = useTransition();
  const lacking = useEditor((_, it) => it.lacksContext(id));
  if (!lacking) return <Empty>{t("editor.loading")}</Empty>;
  return (
    <div role="alert" className="flex flex-col items-start gap-2 px-1 py-4 text-table">
      <p>{t("editor.besideFailed")}</p>
      <Button onClick={() => ask(() => store.contextAgain())}>
        {t(asking ? "editor.loading" : "editor.loadAgain")}
      </Button>
    </div>
  );
}

const TOOL =
  "inline-flex size-7 items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink disabled:opacity-40 pointer-coarse:size-11";

/** An open panel, with what pins it and moves it. */
function OpenPanel({ id, given, all }: { id: ContextTab; given: Given; all: readonly ContextTab[] }) {
  const t = useTexts();
  const store = useStore();
  const preferences = usePreferenceStore();
  const { order, pinned } = usePreference("panels");
  const panel = t(PANELS[id].label);
  const is = pinned.includes(id);
  const count = PANELS[id].count(given);
  const place = all.indexOf(id);
  const move = (by: 1 | -1) => {
    preferences.change({ panels: { order: moved(all, id, place + by), pinned } });
    store.say(t("editor.moved", { panel, place: place + by + 1, total: all.length }));
  };
  const pin = () =>
    preferences.change({ panels: { order, pinned: is ? pinned.filter((other) => other !== id) : [...pinned, id] } });
  const Icon = is ? PinOff : Pin;
  return (
    <section aria-labelledby={`panel-${id}`} data-panel={id} className="border-t border-line pt-1 first:border-t-0">
      <div className="flex min-h-9 items-center gap-1">
        <h3 id={`panel-${id}`} className="text-table font-semibold text-ink">
          {panel}
          {count ? <span className="ms-1.5 font-normal text-ink-2 tabular-nums">{count}</span> : null}
        </h3>
        <span className="js-only ms-auto flex">
          <button
            type="button"
            className={TOOL}
            disabled={place === 0}
            aria-label={t("editor.moveEarlier", { panel })}
            title={t("editor.moveEarlier", { panel })}
            onClick={() => move(-1)}
          >
            <ArrowUp aria-hidden size={14} />
          </button>
          <button
            type="button"
            className={TOOL}
            disabled={place === all.length - 1}
            aria-label={t("editor.moveLater", { panel })}
            title={t("editor.moveLater", { panel })}
            onClick={() => move(1)}
          >
            <ArrowDown aria-hidden size={14} />
          </button>
          <button
            type="button"
            className="inline-flex min-h-7 items-center gap-1 rounded-control px-1.5 text-meta text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
            aria-label={t(is ? "editor.unpinNamed" : "editor.pinNamed", { panel })}
            onClick={pin}
          >
            <Icon aria-hidden size={14} /> {t(is ? "editor.unpin" : "editor.pin")}
          </button>
        </span>
      </div>
      <Body body={PANELS[id].body} given={given} />
    </section>
  );
}

interface Beside {
  unit: EditorUnit | undefined;
  context: EditorContext | undefined;
}

/**
 * Beside the string: a panel for each of its aspects, in the order that somebody likes. Pinned ones are always open, of the
 * others one is. The names are links, so they work without script.
 */
export function ContextPane({ initial }: { initial: ContextTab | undefined }) {
  const unit = useEditor((_, it) => it.current());
  const context = useEditor((state, it) => (state.cursor === undefined ? undefined : it.context(state.cursor)));
  const beside = useMemo(() => ({ unit, context }), [unit, context]);
  // The next string and its field are painted first: they are what somebody waits for.
  return <Panels initial={initial} beside={useDeferredValue(beside)} />;
}

const Panels = memo(function Panels({
  initial,
  beside: { unit, context },
}: {
  initial: ContextTab | undefined;
  beside: Beside;
}) {
  const t = useTexts();
  const store = useStore();
  const preferences = usePreferenceStore();
  const [chosen, choose] = useState<ContextTab | undefined>(initial);
  const [dragged, drag] = useState<ContextTab>();
  const machine = useMachine(unit);
  const { order, pinned } = usePreference("panels");
  const linear = usePreference("linear");
  if (!unit) return null;
  const usual = store.head.mayAsk ? "automatic" : "languages";
  const wanted = store.query === "has:comment" ? "comments" : usual;
  const tab = chosen ?? (context && context.suggestions.length > 0 ? "suggestions" : wanted);
  const given = { unit, context, machine, asked: initial };
  const all = arranged(order).filter((id) => PANELS[id].offered?.(store.head) ?? true);
  const open = all.filter((id) => id === tab || pinned.includes(id));
  if (linear)
    return (
      <>
        <h2 className="sr-only">{t("editor.about")}</h2>
        {all.map((id) => (
          <details key={id} data-panel={id} open={open.includes(id)} className="border-t border-line py-1">
            <summary data-tab={id} className="flex min-h-11 items-center">
              <h3 className="text-body font-semibold">
                {t(PANELS[id].label)} {PANELS[id].count(given) || ""}
              </h3>
            </summary>
            <Body body={PANELS[id].body} given={given} />
          </details>
        ))}
      </>
    );
  const drop = (place: number) => {
    if (dragged) preferences.change({ panels: { order: moved(all, dragged, place), pinned } });
    drag(undefined);
  };
  return (
    <>
      <h2 className="sr-only">{t("editor.about")}</h2>
      {/* One line of icons where a mouse tells their names; a finger gets them written out. */}
      <nav
        aria-label={t("editor.about")}
        className="-mx-2 grid grid-cols-8 border-b border-line py-1 pointer-coarse:grid-cols-4"
      >
        {all.map((id, place) => {
          const { icon: Icon, label, count: counted } = PANELS[id];
          const count = counted(given) || undefined;
          const is = open.includes(id);
          return (
            <a
              key={id}
              data-tab={id}
              href={`${store.address(unit)}&tab=${id}`}
              aria-current={id === tab ? "true" : undefined}
              title={t(label)}
              draggable
              onDragStart={() => drag(id)}
              onDragEnd={() => drag(undefined)}
              onDragOver={(event) => (dragged ? event.preventDefault() : undefined)}
              onDrop={() => drop(place)}
              onClick={(event) => {
                if (event.metaKey || event.ctrlKey || event.shiftKey) return;
                event.preventDefault();
                startTransition(() => choose(id));
              }}
              className={is ? "panel-link panel-link-open" : "panel-link"}
            >
              <span>{t(label)}</span>
              <div>
                <Icon aria-hidden size={18} strokeWidth={is ? 2.25 : 1.75} />
                {count}
              </div>
            </a>
          );
        })}
      </nav>
      {/* Whoever acts in a panel stays in it, also when that took away why it was shown. */}
      <div onClickCapture={() => choose(tab)}>
        {open.map((id) => (
          <OpenPanel key={id} id={id} given={given} all={all} />
        ))}
      </div>
    </>
  );
});
