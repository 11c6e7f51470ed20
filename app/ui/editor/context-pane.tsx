"use client";

import { useState } from "react";
import { useTexts } from "#texts";
import { classes } from "../classes";
import { useEditor, useStore } from "./editor-context";
import type { Given, Panel } from "./panels/panel";
import { PANELS } from "./panels/panels";
import { Empty } from "./panels/parts";
import { type ContextTab, TABS } from "./panels/tabs";
import { useMachine } from "./use-machine";

function Body({ body, given }: { body: Panel["body"]; given: Given }) {
  const t = useTexts();
  if ("early" in body) return <body.early {...given} />;
  const { context } = given;
  return context ? <body.late {...given} context={context} /> : <Empty>{t("editor.loading")}</Empty>;
}

/** Beside the string: a panel for each of its aspects. Tabs are links, so they work without script. */
export function ContextPane({ initial }: { initial: ContextTab | undefined }) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.current());
  const context = useEditor((state, it) => (state.cursor === undefined ? undefined : it.context(state.cursor)));
  const [chosen, choose] = useState<ContextTab | undefined>(initial);
  const machine = useMachine(unit);
  if (!unit) return null;
  const usual = store.head.mayAsk ? "automatic" : "languages";
  const wanted = store.query === "has:comment" ? "comments" : usual;
  const tab = chosen ?? (context && context.suggestions.length > 0 ? "suggestions" : wanted);
  const given = { unit, context, machine };
  return (
    <>
      <h2 className="sr-only">{t("editor.about")}</h2>
      <nav aria-label={t("editor.about")} className="flex flex-wrap gap-x-0.5 border-b border-line">
        {TABS.filter((id) => PANELS[id].offered?.(store.head) ?? true).map((id) => {
          const count = PANELS[id].count(given);
          return (
            <a
              key={id}
              data-tab={id}
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
              {t(PANELS[id].label)}
              {count ? (
                <span className="rounded-full bg-sunken px-1.5 text-meta text-ink-2 tabular-nums">{count}</span>
              ) : null}
            </a>
          );
        })}
      </nav>
      {/* Whoever acts in a panel stays in it, also when that took away why it was shown. */}
      <div onClickCapture={() => choose(tab)}>
        <Body body={PANELS[tab].body} given={given} />
      </div>
    </>
  );
}
