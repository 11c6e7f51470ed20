"use client";

import { Plus } from "lucide-react";
import { memo } from "react";
import { type TextKey, type Texts, useTexts } from "#texts";
import { classes } from "../classes";
import { Isolated } from "../isolated";
import { StateIcon } from "../state-icon";
import { stateOf } from "../states";
import { useEditor, useStore } from "./editor-context";
import type { RowMark } from "./editor-state";
import { PAGES } from "./list";
import { Faces } from "./people";
import { useRisks } from "./risk-names";
import { RowList, type RowProps, rowStyle } from "./row-list";
import type { EditorStore } from "./store";
import { Tick, TickBar } from "./tick-bar";
import { WorstFinding } from "./worst-finding";

/** What has become of a row, in words. */
export const MARKS: Record<Exclude<RowMark, "">, { text: TextKey; look: string }> = {
  saving: { text: "editor.mark.saving", look: "text-ink-3" },
  "needs-you": { text: "editor.mark.needsYou", look: "bg-tint-needs text-ink" },
  refused: { text: "editor.mark.refused", look: "bg-tint-failing text-ink" },
  draft: { text: "editor.mark.draft", look: "bg-sunken text-ink-2" },
};

/** Height of a row, and of one that names its component, too. */
const SIZE = { plain: 54, named: 70 } as const;

/** Whether rows say more than their texts: their component, or why they want a closer look. */
const isNamed = (store: EditorStore) => store.several || store.reviewing;

function short(t: Texts, text: string): string {
  const line = text.slice(0, 160).replace(/\s+/g, " ");
  return line.trim() === "" ? t("editor.blank") : line;
}

const Row = memo(function Row({ index, id = 0, place, top }: RowProps) {
  const t = useTexts();
  const store = useStore();
  const unit = useEditor((_, it) => it.unit(id));
  const mark = useEditor((_, it) => it.mark(id));
  const dimmed = useEditor((_, it) => it.dimmed(id));
  const gone = useEditor((_, it) => it.isGone(id));
  const current = useEditor((state) => state.cursor === id);
  const total = useEditor((state) => state.total);
  const { language } = store.head;
  const risks = useRisks(store.review?.risksOf(id) ?? 0);
  const named = isNamed(store);
  const size = named ? SIZE.named : SIZE.plain;
  // As high as the link in it, until rows have places.
  const style = top === undefined ? undefined : rowStyle(top, { height: size });
  if (!unit)
    return (
      <li
        data-row={id}
        data-index={index}
        style={style}
        aria-setsize={total}
        aria-posinset={place}
        className="px-4 py-2 text-table text-ink-3"
      >
        <span className="sr-only">{t("editor.rowNumber", { place })} </span>
        {t(gone ? "editor.rowGone" : "editor.loading")}
      </li>
    );
  const translation = store.translationOf(unit);
  const source = translation?.source ?? store.head.sourceLanguage;
  const state = stateOf(unit.state);
  const open = (event: React.MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void store.show(id, { jump: true, focus: !matchMedia("(pointer: coarse)").matches });
  };
  return (
    <li data-row={id} data-index={index} style={style} aria-setsize={total} aria-posinset={place}>
      <Tick id={id} place={place} />
      <a
        href={store.address(unit)}
        onClick={open}
        aria-current={current ? "true" : undefined}
        className={named ? "list-row list-row-named" : "list-row"}
      >
        <StateIcon state={state} />
        <span className={classes("list-texts", dimmed && mark === "" && "opacity-85")}>
          <span className="sr-only">{`${t("editor.rowNumber", { place })} `}</span>
          <bdi lang={source.code.replaceAll("_", "-")} dir={source.direction}>
            {short(t, unit.sources[0] ?? "")}
          </bdi>
          <bdi lang={language.code.replaceAll("_", "-")} dir={language.direction}>
            {unit.targets.some((text) => text !== "") ? (
              <Isolated text={short(t, unit.targets.find((text) => text !== "") ?? "")} />
            ) : (
              "\u00a0"
            )}
          </bdi>
          {named ? (
            <span className="block truncate text-meta text-ink-3">
              {[store.several ? translation?.component : undefined, ...risks].filter(Boolean).join(" · ") || "\u00a0"}
            </span>
          ) : null}
        </span>
        <span className="list-signs">
          {mark === "" ? <WorstFinding findings={unit.findings} /> : null}
          {unit.suggested && mark === "" ? <StateIcon state="suggestion" /> : null}
          <Faces unit={id} />
          {mark === "" ? null : (
            <span className={classes("rounded-full px-1.5 text-meta", MARKS[mark].look)}>{t(MARKS[mark].text)}</span>
          )}
        </span>
      </a>
    </li>
  );
});

/** The strings of the list: where one is, and the way to any of them. */
export function ListPane() {
  const t = useTexts();
  const store = useStore();
  const total = useEditor((state) => state.total);
  const adding = store.addingPage;
  return (
    <>
      <div className="flex items-center px-3">
        <h2 className="flex grow items-baseline justify-between py-2 text-table font-semibold text-ink-2">
          {t("editor.strings")}
          <span className="font-normal text-ink-3 tabular-nums">{t("editor.count", { count: total })}</span>
        </h2>
        {adding ? (
          <a
            href={adding}
            className="ms-1 -me-1.5 inline-flex size-8 items-center justify-center rounded-control text-ink-3 hover:bg-sunken hover:text-ink pointer-coarse:size-11"
            title={t("editor.addString")}
          >
            <Plus aria-hidden size={16} />
            <span className="sr-only">{t("editor.addString")}</span>
          </a>
        ) : null}
      </div>
      <TickBar />
      <RowList row={Row} size={isNamed(store) ? SIZE.named : SIZE.plain} page={PAGES.list} follow="in-pane" />
    </>
  );
}
