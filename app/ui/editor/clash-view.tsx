"use client";

import { useTexts } from "#texts";
import type { EditorClash, EditorUnit } from "@/lib/domain/editor/unit";
import { Button } from "../button";
import { CLASH_TITLES } from "../clash-titles";
import { RelativeTime } from "../relative-time";
import { UnitText } from "../unit-text";
import { useStore } from "./editor-context";

/** A string that was changed here and upstream: both texts with their writers. Choosing one saves it like any other. */
export function ClashView({ unit, clash }: { unit: EditorUnit; clash: EditorClash }) {
  const t = useTexts();
  const store = useStore();
  const readOnly = store.denial(unit) !== null;
  const choose = (texts: readonly string[]) => {
    store.use(texts);
    store.save({ stay: true, needs: false });
  };
  const sides = [
    {
      who: t("editor.clash.here", { user: clash.translator || t("editor.clash.somebody") }),
      texts: clash.translatorTargets,
      button: t("editor.clash.useHere"),
    },
    {
      who: t("editor.clash.upstream", { user: clash.upstreamAuthor || t("editor.clash.somebody") }),
      texts: clash.upstreamTargets,
      button: t("editor.clash.useUpstream"),
      at: clash.at,
    },
  ];
  return (
    <section aria-labelledby="clash-heading" className="overflow-hidden rounded-panel border border-needs bg-surface">
      <div className="bg-tint-needs px-4 py-2.5">
        <h2 id="clash-heading" className="font-semibold">
          {t(CLASH_TITLES[clash.kind])}
        </h2>
        <p className="text-table text-ink-2">{clash.refusal || t("editor.clash.help")}</p>
      </div>
      {sides.map(({ who, texts, button, at }) => (
        <div
          key={button}
          className="grid gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 sm:grid-cols-[160px_minmax(0,1fr)_auto]"
        >
          <h3 className="text-table font-semibold text-ink-2">
            {who}
            {at ? (
              <span className="block font-normal text-ink-3">
                <RelativeTime at={at} />
              </span>
            ) : null}
          </h3>
          <Texts texts={texts} none={t(clash.kind === "unwritable" ? "editor.clash.noText" : "editor.clash.removed")} />
          {readOnly || texts.length === 0 ? null : (
            <Button small className="self-start" type="button" onClick={() => choose(texts)}>
              {button}
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function Texts({ texts, none }: { texts: readonly string[]; none: string }) {
  const { language } = useStore().head;
  if (texts.every((text) => text === "")) return <p className="text-ink-3">{none}</p>;
  return (
    <div className="grid gap-1">
      {texts.map((text, form) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: forms are known by their number
        <p key={form} className="min-h-6">
          <UnitText text={text} lang={language.code} dir={language.direction} small />
        </p>
      ))}
    </div>
  );
}
